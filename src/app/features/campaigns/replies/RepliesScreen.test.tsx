import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionAtom } from '../../../state/session'
import { appStore } from '../../../state/store'
import { render } from '../../../testing/render'
import { RepliesScreen } from './RepliesScreen'

beforeEach(() =>
  appStore.set(sessionAtom, {
    email: 'viewer@ashford.example',
    organisation: 'ashford',
    role: 'Viewer',
    isSuperAdmin: false,
  }),
)
afterEach(() => {
  appStore.set(sessionAtom, null)
  vi.unstubAllGlobals()
})

const SENT = { campaign: 'Autumn', channel: 'print_and_post', sent_at: '2026-11-02T09:30:00Z' }
const FOUND = {
  household_reference: 'A-1',
  name: 'Ms Siân Llŷr',
  address: '1 Heol y Gogledd, ZE9 1AA',
  messages: [SENT],
  help: null,
}
const OTHER = { ...FOUND, household_reference: 'A-2', name: 'Mr Siân Hughes', messages: [] }
const WAITS = {
  household_reference: 'A-7',
  name: 'Mrs Edna Ashworth',
  address: '1 Harbour Street, ZE9 1AA',
  mobile: '07700 900123',
  message: null,
  last_visit: null,
  asked_at: '2026-11-03T09:30:00Z',
  note: 'After five',
  owner: null,
  call_back_on: '2026-11-05',
  helped_at: null,
}

const OTHER_TEXT = 'f33517ff-2a88-4f6e-b855-c550268ce08a'
const TEXT = {
  id: '740e5834-3a29-46b4-9a6f-16142fde533a',
  number: '+447700900123',
  message: 'Is this real?',
  received_at: '2026-11-20T10:15:00Z',
  is_stop: false,
  done: null,
  household_count: 7,
  households: [
    { ...FOUND, household_reference: 'B-1', name: 'Ms Ann Pugh' },
    { ...FOUND, household_reference: 'B-2', name: 'Mr Owen Pugh' },
  ],
}

/** The screen over a server; what was sent to it. */
function open(households: readonly object[] = [FOUND]) {
  const sent: [string, unknown][] = []
  let isDone = false
  let isRead = false
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => {
      sent.push([url, typeof init?.body === 'string' ? JSON.parse(init.body) : null])
      if (url.includes('wants-help')) return Response.json({ total: isDone ? 0 : 1, households: isDone ? [] : [WAITS] })
      if (url.includes('received-texts')) {
        const texts = isRead
          ? []
          : [TEXT, { ...TEXT, id: OTHER_TEXT, number: '60006', household_count: 0, households: [] }]
        return Response.json({ total: texts.length, texts })
      }
      if (url.endsWith('note-received-text')) isRead = true
      if (url.endsWith('find-replying')) return Response.json({ households, has_more: false })
      if (url.endsWith('change-help')) isDone = true
      return Response.json(url.endsWith('record-reply') ? { left_out: 1 } : {})
    }),
  )
  render(
    <MemoryRouter>
      <RepliesScreen />
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), sent }
}

it('finds the household while somebody types, records its reply, and is ready for the next call, by keyboard alone', async () => {
  const { user, sent } = open()
  const field = screen.getByRole('searchbox')
  // Past the tabs of Campaigns.
  for (let tabs = 0; tabs < 3; tabs++) await user.tab()
  expect(document.activeElement).toBe(field)
  await user.keyboard('Llyr')
  await screen.findByText('1 household found.')
  expect(screen.getByText(/A-1 · Letter, 2 November 2026, Autumn/)).toBeTruthy()
  await user.keyboard('{Enter}')
  const heading = await screen.findByRole('heading', { name: 'Ms Siân Llŷr' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByRole('button', { name: 'Record reply' })).toHaveProperty('disabled', true)
  await user.tab()
  await user.tab()
  await user.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('radio', { name: 'Wants no more messages' })).toHaveProperty('checked', true)
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/It is not written to from now on\. 1 message of campaigns under way/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Ms Siân Llŷr' })).toBeNull()
  expect([document.activeElement, field]).toEqual([field, expect.objectContaining({ value: '' })])
  expect(sent).toContainEqual(['/api/find-replying', { written: 'Llyr' }])
  expect(sent).toContainEqual(['/api/record-reply', { household_reference: 'A-1', reply: 'stop' }])
})

it('goes to the list where several were found, and moves in it by arrow keys', async () => {
  const { user } = open([FOUND, OTHER])
  await user.type(screen.getByRole('searchbox'), 'sian')
  const list = within(await screen.findByRole('list', { name: 'Households found' }))
  const [first, second] = list.getAllByRole('button')
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(first)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await screen.findByRole('heading', { name: 'Mr Siân Hughes' })
  expect(screen.getByText('It had no message yet.')).toBeTruthy()
})

it('takes down who wants help with what a colleague needs to know', async () => {
  const { user, sent } = open()
  await user.type(screen.getByRole('searchbox'), '07700 900801{Enter}')
  await user.click(await screen.findByRole('button', { name: /Siân Llŷr/ }))
  await user.click(screen.getByRole('radio', { name: 'Wants help to claim' }))
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Hard of hearing')
  await user.click(screen.getByRole('checkbox', { name: 'I look after it' }))
  await user.click(screen.getByRole('button', { name: 'Record reply' }))
  await screen.findByText(/It is on the list of who wants help\./)
  const help = { note: 'Hard of hearing', call_back_on: null, is_mine: true }
  expect(sent).toContainEqual(['/api/record-reply', { household_reference: 'A-1', reply: 'wants_help', help }])
})

it('lists who wants help, until somebody notes that it is done', async () => {
  const { user, sent } = open()
  await screen.findByText('1 household waits.')
  expect(screen.getByRole('link', { name: '07700 900123' }).getAttribute('href')).toBe('tel:07700900123')
  await user.dblClick(screen.getByRole('button', { name: 'Done: Mrs Edna Ashworth' }))
  await screen.findByText('Nobody waits for help.')
  expect(sent.filter(([url]) => url.endsWith('change-help'))).toEqual([
    ['/api/change-help', { household_reference: 'A-7', is_helped: true }],
  ])
})

it('leads from the list to the household, and changes only what was changed', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Mrs Edna Ashworth' }))
  const note = within(await screen.findByRole('form', { name: 'Help to claim' })).getByRole('textbox', { name: 'Note' })
  await user.type(note, ', by email')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved for Mrs Edna Ashworth.')
  expect(sent).toContainEqual(['/api/change-help', { household_reference: 'A-7', note: 'After five, by email' }])
})

it('lists texts that came in, until somebody has dealt with them', async () => {
  const { user, sent } = open()
  await screen.findByText('2 texts wait.')
  expect(screen.getByText(/^And 5 households more/)).toBeTruthy()
  expect(screen.getByText('No household has this number.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Done: text from +447700900123' }))
  await screen.findByText('No text waits.')
  expect(sent).toContainEqual(['/api/note-received-text', { id: TEXT.id, is_done: true }])
})

it('leads from a text to its household, whose reply deals with the text', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Mr Owen Pugh' }))
  await screen.findByText(/^Text of 20 Nov/)
  await user.click(screen.getByRole('radio', { name: 'Has claimed' }))
  await user.click(screen.getByRole('button', { name: 'Record reply' }))
  await screen.findByText(/Recorded for Mr Owen Pugh: Has claimed/)
  const recorded = { household_reference: 'B-2', reply: 'claimed', received_text: TEXT.id }
  expect(sent).toContainEqual(['/api/record-reply', recorded])
})
