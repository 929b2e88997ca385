import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Import } from '#contract/households/imports'
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
  shifts: [{ column: 'heating', measure: 'share' as const, value: 'oil', before: 0.02, after: 0.03 }],
}

aroundEachApp()

function open(current: Import | null, answers: Record<string, FakeAnswer> = {}) {
  const all: Record<string, FakeAnswer> = {
    '/api/session/user': { json: { ...A_VIEWER, role_name: 'OrganisationAdmin' } },
    '/api/organisation-settings': { json: true },
    '/api/months': { json: { months: MONTHS, handover: current } },
    ...answers,
  }
  return { seen: openApp('/settings/months', all).seen, answers: all }
}
const pick = async (label: RegExp, name: string) =>
  userEvent.upload(await screen.findByLabelText(label), new File(['a,b'], name))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a month that is ready shows what it would change, and is published after a question', async () => {
  const published = { months: MONTHS, handover: handover({ state: 'published' }) }
  const { seen } = open(handover({ preview: PREVIEW }), { '/api/publish-month': { json: published } })
  const moved = await screen.findByRole('table', { name: 'What moved' })
  expect(within(moved).getAllByRole('row')[1]?.textContent).toBe('heating: oil2%3%+50%')
  expect(screen.getByText('1,204')).toBeTruthy()
  await press('Publish October 2026')
  await press('Publish')
  expect(await screen.findByText(/October 2026 is published/)).toBeTruthy()
  expect(seen.filter(({ path }) => path === '/api/publish-month')).toHaveLength(1)
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

test('files go to their addresses one after the other and are then checked', async () => {
  const uploads = fakeUploads()
  const begun = { id: ID, addresses: { households: '/files/h', contacts: '/files/c' } }
  const checking = handover({ state: 'checking', doing: 'Reading the households', fraction: 0.3 })
  const { answers } = open(null, {
    '/api/begin-month': { json: begun },
    '/api/check-month': { json: { months: MONTHS, handover: checking } },
  })
  await press('Upload and check')
  expect(await screen.findByText('Choose the file of households.')).toBeTruthy()
  await pick(/^Households/, 'households.csv.gz')
  await pick(/^Contacts/, 'contacts.csv.gz')
  await press('Upload and check')
  answers['/api/months'] = { json: { months: MONTHS, handover: checking } }
  for (const address of ['/files/h', '/files/c']) {
    await vi.waitFor(() => expect(uploads.at(-1)?.address).toBe(address))
    act(() => uploads.at(-1)?.answer(200))
  }
  expect(await screen.findByText('Reading the households')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Checking the files' }).getAttribute('value')).toBe('30')
})
