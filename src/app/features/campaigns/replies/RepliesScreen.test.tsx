import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../../../testing/render'
import { RepliesScreen } from './RepliesScreen'

afterEach(() => vi.unstubAllGlobals())

const WAITS = {
  household_reference: 'A-7',
  asked_at: '2026-11-03T09:30:00Z',
  channel: 'sms',
  sent_at: '2026-11-02T09:30:00Z',
  helped_at: null,
}

/** The screen over a server; what was sent to it. */
function open() {
  const sent: [string, unknown][] = []
  const helped = new Set<string>()
  const wanted = () => (helped.has('A-7') ? { total: 0, households: [] } : { total: 1, households: [WAITS] })
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => {
      sent.push([url, typeof init?.body === 'string' ? JSON.parse(init.body) : null])
      const messages = [{ channel: 'print_and_post', sent_at: '2026-11-02T09:30:00Z' }]
      if (url.includes('wants-help')) return Response.json(wanted())
      if (url.endsWith('note-helped')) {
        helped.add('A-7')
        return Response.json({ is_helped: true })
      }
      return Response.json(
        url.endsWith('find-replying') ? { households: [{ household_reference: 'A-1', messages }] } : { left_out: 1 },
      )
    }),
  )
  render(
    <MemoryRouter>
      <RepliesScreen />
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), sent }
}

it('finds the household of a letter, records its reply, and is ready for the next call', async () => {
  const { user, sent } = open()
  const field = screen.getByRole('textbox')
  await user.click(field)
  await user.paste('7KQ2M-X4T9B-WD63H')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Household A-1' })
  const record = screen.getByRole('button', { name: 'Record reply' })
  expect(record).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('radio', { name: 'Wants no more messages' }))
  await user.click(record)
  expect(await screen.findByText(/It is not written to from now on\. 1 message of campaigns under way/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Household A-1' })).toBeNull()
  expect(field).toHaveProperty('value', '')
  expect(sent).toContainEqual(['/api/find-replying', { written: '7KQ2M-X4T9B-WD63H' }])
  expect(sent).toContainEqual(['/api/record-reply', { household_reference: 'A-1', reply: 'stop' }])
})

it('lists who wants help, until somebody notes that it is done', async () => {
  const { user, sent } = open()
  await screen.findByText('1 household waits.')
  await user.dblClick(screen.getByRole('button', { name: 'Done: A-7' }))
  await screen.findByText('Nobody waits for help.')
  expect(sent.filter(([url]) => url.endsWith('note-helped'))).toEqual([
    ['/api/note-helped', { household_reference: 'A-7', is_helped: true }],
  ])
})

it('leads from the list to the household, to record what came of it', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'A-7' }))
  await screen.findByRole('heading', { name: 'Household A-1' })
  expect(sent).toContainEqual(['/api/find-replying', { written: 'A-7' }])
})
