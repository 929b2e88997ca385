import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BringBack, Import } from '#contract/households/imports'
import { A_VIEWER, type FakeAnswer } from '../testing/fakeServer'
import { fakeUploads } from '../testing/fakeUpload'
import { aroundEachApp, openApp } from '../testing/openApp'

/* /settings/months: docs/product.md#months. */

const ID = '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11'
const handover = (more: Partial<Import>): Import => ({
  id: ID,
  month: '2026-10-01',
  state: 'ready',
  doing: null,
  fraction: 0,
  failure: null,
  faults: [],
  warnings: [],
  preview: null,
  begun_at: '2026-11-21T09:00:00.000Z',
  begun_by: 'Ada Lord',
  ...more,
})
const MONTHS = [{ month: '2026-09-01', household_count: 96_252, imported_at: '2026-10-05T09:00:00.000Z' }]
const PREVIEW = {
  compared_with: '2026-09-01',
  household_count: 96_300,
  ward_count: 21,
  contact_count: null,
  households_in: 1_204,
  households_out: 1_156,
  losses: [],
  shifts: [{ column: 'heating', measure: 'share' as const, value: 'oil', before: 0.02, after: 0.03 }],
}

aroundEachApp()

function open(current: Import | null, answers: Record<string, FakeAnswer> = {}) {
  const all: Record<string, FakeAnswer> = {
    '/api/session/user': { json: { ...A_VIEWER, role_name: 'OrganisationAdmin' } },
    '/api/organisation-settings': { json: true },
    '/api/months': { json: { months: MONTHS, bring_back: null, is_demo: false, handover: current } },
    '/api/month-tokens': { json: { tokens: [], publishes_by_itself: false, address: '' } },
    ...answers,
  }
  return { seen: openApp('/settings/months', all).seen, answers: all }
}
const pick = async (label: RegExp, name: string) =>
  userEvent.upload(await screen.findByLabelText(label), new File(['a,b'], name))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a month that is ready shows what it would change, and is published after a question', async () => {
  const published = { months: MONTHS, bring_back: null, is_demo: false, handover: handover({ state: 'published' }) }
  const { seen } = open(handover({ preview: PREVIEW }), { '/api/publish-month': { json: published } })
  const moved = await screen.findByRole('table', { name: 'What moved' })
  expect(within(moved).getAllByRole('row')[1]?.textContent).toBe('heating: oil2%3%+50%')
  expect(screen.getByText('1,204')).toBeTruthy()
  await press('Publish October 2026')
  await press('Publish')
  expect(await screen.findByText(/October 2026 is published/)).toBeTruthy()
  expect(seen.filter(({ path }) => path === '/api/publish-month')).toHaveLength(1)
})

test('what would be lost is said in the question, and accepted with the answer', async () => {
  const losses = ['9,000 households have a contact now, and 12 would have one.']
  const { seen } = open(handover({ preview: { ...PREVIEW, losses } }), {
    '/api/publish-month': { status: 409, json: {} },
  })
  await press('Publish October 2026')
  expect(await screen.findByText(/and 12 would have one/)).toBeTruthy()
  await press('Publish all the same')
  await vi.waitFor(() =>
    expect(seen.find(({ path }) => path === '/api/publish-month')?.body).toMatchObject({ accepts_losses: true }),
  )
})

test('faults are named with place, value and what was expected', async () => {
  const listed = [{ file: 'households', row: 3, column: 'heating', value: 'coal', expected: 'gas' }]
  open(handover({ state: 'faulty', faults: [{ kind: 'bad value', count: 22, hint: null, listed }] }))
  expect(await screen.findByText('The files have faults. Nothing was changed.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Bad values: 22' })).toBeTruthy()
  expect(screen.getByText(/has “coal”; expected gas/).textContent).toContain('households, row 3, heating')
  expect(screen.getByText('and 21 more')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Publish October 2026' })).toBeNull()
})

test('warnings that differ only by their row are one, with how many and the first rows', async () => {
  const alike = Array.from({ length: 20 }, (_, index) => ({
    file: 'contacts',
    row: index + 2,
    column: 'household_reference',
    value: null,
    expected: 'a household of the households file; the contact was left out',
  }))
  const listed = [...alike.slice(0, 19), { ...alike[0]!, row: 99, column: 'postcode' }]
  open(
    handover({ preview: PREVIEW, warnings: [{ kind: 'contact without a household', count: 812, hint: null, listed }] }),
  )
  await screen.findByRole('button', { name: 'Contacts without a household: 812' })
  const lines = screen.getAllByText(/the contact was left out/).map(({ textContent }) => textContent)
  expect(lines).toEqual([
    expect.stringContaining('contacts, rows 2, 3, 4, 5, 6, household_reference: a household'),
    expect.stringContaining('contacts, row 99, postcode: a household'),
  ])
  expect(screen.getByText('and 806 more')).toBeTruthy()
})

test('files go to their addresses one after the other and are then checked', async () => {
  const uploads = fakeUploads()
  const begun = { id: ID, addresses: { households: '/files/h', contacts: '/files/c' } }
  const checking = handover({ state: 'checking', doing: 'Reading the households', fraction: 0.3 })
  const { answers } = open(null, {
    '/api/begin-month': { json: begun },
    '/api/check-month': { json: { months: MONTHS, bring_back: null, is_demo: false, handover: checking } },
  })
  await press('Upload and check')
  expect(await screen.findByText('Choose the file of households.')).toBeTruthy()
  await pick(/^Households/, 'households.csv.gz')
  await pick(/^Contacts/, 'contacts.csv.gz')
  await press('Upload and check')
  answers['/api/months'] = { json: { months: MONTHS, bring_back: null, is_demo: false, handover: checking } }
  for (const address of ['/files/h', '/files/c']) {
    await vi.waitFor(() => expect(uploads.at(-1)?.address).toBe(address))
    act(() => uploads.at(-1)?.answer(200))
  }
  expect(await screen.findByText('Reading the households')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Checking the files' }).getAttribute('value')).toBe('30')
})

test('the demo says that it takes no month before a file is chosen', async () => {
  open(null, { '/api/months': { json: { months: MONTHS, bring_back: null, is_demo: true, handover: null } } })
  expect(await screen.findByText(/^This organisation belongs to the demo/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Households/).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload and check' }).disabled).toBe(true)
})

const OFFER: BringBack = {
  id: ID,
  month: '2026-10-01',
  published_at: '2026-11-05T09:00:00.000Z',
  before: { month: '2026-09-01', household_count: 96_252 },
  contact_count: 80_112,
  campaign_count: 2,
  until: '2026-12-05T09:00:00.000Z',
  refusal: null,
}

test('the month before is brought back after a question that says all that it does', async () => {
  vi.setSystemTime('2026-11-05T10:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  const [before] = MONTHS
  const offered = {
    months: [{ ...before, month: '2026-10-01' }, ...MONTHS],
    bring_back: OFFER,
    is_demo: false,
    handover: null,
  }
  const { seen } = open(null, {
    '/api/months': { json: offered },
    '/api/bring-back-month': { json: { months: MONTHS, bring_back: null, is_demo: false, handover: null } },
  })
  expect(await screen.findByText(/until 5 December 2026 you can go back to September 2026/)).toBeTruthy()
  await press('Bring back September 2026')
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'October 2026, as it was published on 5 Nov 2026, 09:00, is deleted. Everybody sees September 2026, with 96,252 ' +
      'households. All contacts that are there now are replaced by the 80,112 of before. 2 campaigns that are being ' +
      'prepared from it go back to their authors, and nothing of them is sent. What was erased,',
  )
  await press('Bring back')
  expect(await screen.findByText(/September 2026 is back/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'October 2026 Month' })).toBeTruthy()
  expect(seen.find(({ path }) => path === '/api/bring-back-month')?.body).toMatchObject({ id: ID })
})

test('the other administrators read who brought a month back', async () => {
  const failure = 'Ada Lord brought September 2026 back on 6 November 2026.'
  open(handover({ state: 'discarded', failure }))
  expect(await screen.findByText(failure)).toBeTruthy()
})

test('who is too late to bring it back reads why', async () => {
  const refusal = 'October 2026 was published on 5 November 2026, more than 30 days ago.'
  open(null, {
    '/api/months': { json: { months: MONTHS, bring_back: { ...OFFER, refusal }, is_demo: false, handover: null } },
  })
  expect(await screen.findByText(refusal)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Bring back/ })).toBeNull()
})

test('an administrator who comes second reads what happened, and sees the months as they are', async () => {
  const detail = 'Somebody has brought a month back meanwhile, or published one. Look at the months again.'
  const { answers } = open(null, {
    '/api/months': { json: { months: MONTHS, bring_back: OFFER, is_demo: false, handover: null } },
    '/api/bring-back-month': { status: 409, json: { detail, code: 'conflict' } },
  })
  await press('Bring back September 2026')
  await press('Bring back')
  expect(await screen.findByText(detail)).toBeTruthy()
  answers['/api/months'] = { json: { months: MONTHS, bring_back: null, is_demo: false, handover: null } }
  await press('Cancel')
  await vi.waitFor(() => expect(screen.queryByText('Bring the month before back')).toBeNull())
})
