import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { HouseholdFile } from '#contract/data-protection/householdRights'
import { render } from '../../../testing/render'
import { RightsDeskScreen } from './RightsDeskScreen'

const CONTACT_FIELDS = {
  title: 'Mrs',
  first_name: 'Edna',
  last_name: 'Ashworth',
  address_line_1: '1 Harbour Street',
  address_line_2: '',
  town: 'Ashford',
  postcode: 'ZE9 1AA',
  mobile: '07700 900123',
}

const FILE: HouseholdFile = {
  household_reference: 'A-1',
  contact: [
    { name: 'Name', value: 'Mrs Edna Ashworth' },
    { name: 'Mobile number', value: '07700 900123' },
  ],
  contact_fields: CONTACT_FIELDS,
  correction: null,
  months: [{ month: '2026-10-01', values: [{ name: 'Tenure', value: 'Rented from the council' }] }],
  campaigns: [
    {
      id: 1,
      name: 'Autumn',
      benefit_name: 'pension_credit',
      channel: 'sms',
      state: 'delivered',
      reason: null,
      reply: 'wants_help',
      sent_at: '2026-10-02T10:00:00Z',
      sent_to: '+447700900123',
      text: 'Dear Edna',
      values: [],
    },
    {
      id: 2,
      name: 'Winter',
      benefit_name: 'pension_credit',
      channel: 'print_and_post',
      state: 'prepared',
      reason: null,
      reply: null,
      sent_at: null,
      sent_to: null,
      text: null,
      values: [
        { name: 'last_name', value: 'Ashworth' },
        { name: 'address_line_2', value: '' },
        { name: 'amount', value: '£63.25' },
      ],
    },
  ],
  help: null,
  texts: [],
  visits: [],
  rounds: [{ loaded_at: '2026-10-20T10:00:00Z' }],
  named_in: [{ what: 'filter_template', name: 'The street', at: '2026-10-21T10:00:00Z' }],
  marks: [],
  looks: [
    { at: '2026-11-01T10:00:00Z', who: 'admin@ashford.example', role: 'OrganisationAdmin', where: 'rights desk' },
  ],
}

afterEach(() => vi.unstubAllGlobals())

it('finds a household, shows what is held on it, marks it, and asks before it erases it', async () => {
  const sent: [string, unknown][] = []
  let marks: HouseholdFile['marks'] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
      sent.push([url, body])
      if (url.endsWith('find-households')) {
        const households = [
          { household_reference: 'A-1', name: 'Mrs Edna Ashworth', address: '1 Harbour Street', messages: [] },
        ]
        return Response.json({ households, has_more: false })
      }
      if (url.endsWith('household-file')) return Response.json({ ...FILE, marks })
      if (url.endsWith('do-not-contact')) {
        marks = [{ of: 'household', reason: 'objection', marked_by: 'me', marked_at: '2026-11-02T10:00:00Z' }]
        return Response.json({ left_out: 2 })
      }
      return Response.json({ may_export: true, may_calculate: true, hidden_filters: [], purposes: [] })
    }),
  )
  render(
    <MemoryRouter>
      <RightsDeskScreen />
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox'), 'edna')
  await user.click(screen.getByRole('button', { name: 'Find' }))
  expect(await screen.findByText('1 household found.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Open A-1' }))
  const heading = await screen.findByRole('heading', { name: 'Household A-1' })
  expect(document.activeElement).toBe(heading)
  const campaigns = within(screen.getByRole('region', { name: 'Campaigns' }))
  const numbers = [screen.getByRole('link', { name: '07700 900123' }), campaigns.getByText('+447700900123')]
  expect(numbers.map((link) => link.getAttribute('href'))).toEqual(['tel:07700900123', 'tel:+447700900123'])
  expect(campaigns.getByText(/^Last name/).textContent).toBe('Last name: Ashworth\nAmount: £63.25')
  expect(within(screen.getByRole('region', { name: 'Visit rounds' })).getByText(/20 Oct/)).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: 'Where its reference is named' })).getByText('The street'),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Mark as do-not-contact' }))
  expect(screen.getByText('Choose a reason.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Why it must not/ }))
  await user.click(await screen.findByRole('option', { name: 'It objects to messages' }))
  await user.click(screen.getByRole('button', { name: 'Mark as do-not-contact' }))
  expect(await screen.findByText(/Marked on .* by me\./)).toBeTruthy()
  expect(sent).toContainEqual(['/api/do-not-contact', { household_reference: 'A-1', reason: 'objection' }])
  const isErased = () => sent.some(([url]) => url.endsWith('erase-household'))
  await user.click(screen.getByRole('button', { name: 'Erase' }))
  await user.click(screen.getByRole('button', { name: 'Keep it' }))
  await user.click(screen.getByRole('button', { name: 'Erase' }))
  const eraseForGood = screen.getByRole('button', { name: 'Erase for good' })
  await user.click(eraseForGood)
  const typed = screen.getByRole('textbox', { name: 'Type A-1 to confirm' })
  await user.type(typed, 'A-11')
  await user.click(eraseForGood)
  expect(isErased()).toBe(false)
  await user.type(typed, '{Backspace}')
  await user.click(eraseForGood)
  await vi.waitFor(() => expect(isErased()).toBe(true))
})

it('corrects a contact, shows what the month says, and takes it back', async () => {
  const sent: [string, unknown][] = []
  let correction: HouseholdFile['correction'] = null
  let refusal: object | null = {
    detail: 'x',
    code: 'invalid_input',
    fields: { 'contact.mobile': 'Write a UK mobile.' },
  }
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => {
      sent.push([url, typeof init?.body === 'string' ? JSON.parse(init.body) : null])
      if (url.endsWith('find-households')) {
        const households = [
          { household_reference: 'A-1', name: 'Mrs Edna Ashworth', address: '1 Harbour Street', messages: [] },
        ]
        return Response.json({ households, has_more: false })
      }
      if (url.endsWith('household-file')) return Response.json({ ...FILE, correction })
      if (url.endsWith('correct-contact')) {
        if (refusal) return Response.json(refusal, { status: 422 })
        correction = {
          imported: [{ name: 'Mobile number', value: '07700 900123' }],
          corrected: [{ name: 'Mobile number', value: '07700 900999' }],
          corrected_by: 'me',
          corrected_at: '2026-11-02T10:00:00Z',
        }
        return Response.json({ left_out: 0 })
      }
      if (url.endsWith('lift-correction')) {
        correction = null
        return Response.json({ left_out: 0 })
      }
      return Response.json({ may_export: true, may_calculate: true, hidden_filters: [], purposes: [] })
    }),
  )
  render(
    <MemoryRouter>
      <RightsDeskScreen />
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox'), 'edna')
  await user.click(screen.getByRole('button', { name: 'Find' }))
  await user.click(await screen.findByRole('button', { name: 'Open A-1' }))
  await user.click(await screen.findByRole('button', { name: 'Correct' }))
  const number = screen.getByRole('textbox', { name: 'Mobile number' })
  await user.clear(number)
  await user.type(number, '07700 900999')
  await user.click(screen.getByRole('button', { name: 'Save the correction' }))
  expect(await screen.findByText('Write a UK mobile.')).toBeTruthy()
  refusal = null
  await user.click(screen.getByRole('button', { name: 'Save the correction' }))
  expect(await screen.findByText('The month’s contacts say: 07700 900123')).toBeTruthy()
  expect(sent).toContainEqual([
    '/api/correct-contact',
    { household_reference: 'A-1', contact: { mobile: '07700 900999' } },
  ])
  await user.click(screen.getByRole('button', { name: 'Take the correction back' }))
  expect(await screen.findByText('Nothing is corrected.')).toBeTruthy()
})
