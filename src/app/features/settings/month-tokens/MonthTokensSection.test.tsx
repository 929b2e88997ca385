import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { MonthTokens } from '#contract/households/monthTokens'
import { fakeServer } from '../../../testing/fakeServer'
import { render } from '../../../testing/render'
import { MonthTokensSection } from './MonthTokensSection'

const TOKEN = {
  id: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11',
  name: 'Monthly job',
  made_at: '2026-10-01T09:00:00.000Z',
  made_by: 'ada@northmere.example',
  expires_at: '2026-12-30T09:00:00.000Z',
  is_expired: false,
  last_used_at: null,
}
const NONE: MonthTokens = {
  tokens: [],
  publishes_by_itself: false,
  address: 'https://doorstep.example/api/handover',
}

it('makes a token, shows it once, and lists it from then on', async () => {
  const token = `doorstep_month_${'a'.repeat(43)}`
  const seen = fakeServer({
    '/api/month-tokens': { json: NONE },
    '/api/make-month-token': { json: { ...NONE, tokens: [TOKEN], token } },
  })
  render(<MonthTokensSection />)
  const user = userEvent.setup()
  expect(await screen.findByText('No token has been made yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make a token' }))
  await user.click(screen.getByRole('button', { name: 'Make' }))
  expect(await screen.findByText('Write what will use the token.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'What will use it' }), 'Monthly job')
  await user.click(screen.getByRole('button', { name: 'Make' }))
  expect(await screen.findByDisplayValue(token)).toBeTruthy()
  expect(seen.filter(({ path }) => path === '/api/make-month-token').map(({ body }) => body)).toEqual([
    { name: 'Monthly job', days: 90 },
  ])
  await user.click(screen.getByRole('button', { name: 'Done' }))
  const row = within(await screen.findByRole('table', { name: 'Tokens' })).getAllByRole('row')[1]
  expect(row?.textContent).toContain('Monthly jobMade 1 October 2026 by ada@northmere.exampleNever30 December 2026')
  expect(document.body.textContent).not.toContain(token)
  expect(screen.queryByDisplayValue(token)).toBeNull()
})

it('revokes a token after a question, and says which have expired', async () => {
  const tokens = [TOKEN, { ...TOKEN, id: TOKEN.id.replace('6', '7'), name: 'Old job', is_expired: true }]
  const seen = fakeServer({
    '/api/month-tokens': { json: { ...NONE, tokens } },
    '/api/revoke-month-token': { json: NONE },
  })
  render(<MonthTokensSection />)
  const user = userEvent.setup()
  expect(await screen.findByText('Expired')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Revoke Monthly job' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('No token has been made yet')).toBeTruthy()
  expect(seen.find(({ path }) => path === '/api/revoke-month-token')?.body).toMatchObject({ id: TOKEN.id })
})

it('lets months be published by themselves after a question, and shows the calls with the address', async () => {
  const seen = fakeServer({
    '/api/month-tokens': { json: NONE },
    '/api/set-month-publishing': { json: { ...NONE, publishes_by_itself: true } },
  })
  render(<MonthTokensSection />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Switch on: publish by itself' }))
  expect(screen.getByText(/no figure that moved by more than 20%/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Switch on' }))
  expect(await screen.findByText('Publish by itself: on.')).toBeTruthy()
  await vi.waitFor(() => expect(seen.map(({ body }) => body)).toContainEqual({ publishes_by_itself: true }))
  await user.click(screen.getByRole('button', { name: 'How a job hands a month over' }))
  expect(screen.getByText(/curl -H "\$AS" -T households/).textContent).toContain(
    "'https://doorstep.example/api/handover?id=…&file=households'",
  )
})
