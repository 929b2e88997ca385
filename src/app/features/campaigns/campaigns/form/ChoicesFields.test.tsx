import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogueOf, tickedFilter } from '../../../../testing/exampleCatalogue'
import { fakeServer } from '../../../../testing/fakeServer'
import { choose, enterName, fill, next } from '../testing/campaignForm'
import {
  answersForEachTest,
  BASIS_SETTINGS,
  COUNT,
  counted,
  HOLD_OUT,
  keptDrafts,
  LAST_CHOICES,
  openCampaigns,
} from '../testing/campaigns'

const answers = answersForEachTest()

const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })

test('says how small an effect each hold-out could show', async () => {
  const seen = fakeServer(answers)
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  expect((await radio('20%')).checked).toBe(true)
  expect(screen.getByText('20% is a good choice for 500 households or more.')).toBeTruthy()
  expect(
    await screen.findByText(
      /^The smallest effect that could be seen is 6.9 percentage points more claims, in four of five campaigns/,
    ),
  ).toBeTruthy()
  expect(screen.getByText(/^963 households will get the message, 241 will not\./)).toBeTruthy()
  await opened.user.click(await radio('10%'))
  expect(screen.getByText(/is 10.3 percentage points more claims: too small to measure\.$/)).toBeTruthy()
  await opened.user.click(await radio('Nobody'))
  expect(screen.getByText(/cannot say what caused it/)).toBeTruthy()
  expect(keptDrafts()[0]?.holdOut).toBe(0)
  const asked = seen.find(({ path }) => path.startsWith(HOLD_OUT))
  expect(asked?.path).toBe(`${HOLD_OUT}?benefit_name=pension_credit&households=1204&months=6`)
})

test('says until which day nobody of the hold-out is written to, by the months that are chosen', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z'), shouldAdvanceTime: true, toFake: ['Date'] })
  const seen = fakeServer(answers)
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  expect(await screen.findByText(/if it is sent today, until 29 May 2027\.$/)).toBeTruthy()
  await opened.user.click(await radio('Three months after sending'))
  expect(await screen.findByText(/if it is sent today, until 28 February 2027\.$/)).toBeTruthy()
  expect(keptDrafts()[0]?.holdOutMonths).toBe(3)
  expect(seen.map(({ path }) => path)).toContain(`${HOLD_OUT}?benefit_name=pension_credit&households=1204&months=3`)
})

test('says which households are always contacted, also of a value that the person is not shown', async () => {
  answers['/api/never-drawn-settings'] = {
    json: {
      filter_request_list: [
        { filter_name: 'carer', filter_value_list: ['true'] },
        { filter_name: 'disabled', filter_value_list: ['true'] },
      ],
    },
  }
  answers['/api/all-filters'] = { json: catalogueOf(tickedFilter('carer', 'Carer', { true: 'Yes' })) }
  fakeServer(answers)
  await fill(openCampaigns('/campaigns/new'))
  expect(
    await screen.findByText(/^Always contacted: Carer: Yes; a value that you are not shown\. They get the message/),
  ).toBeTruthy()
})

test('begins as the last campaign of its type, and again with another type', async () => {
  answers[LAST_CHOICES] = { json: { hold_out_percentage: 10, lawful_basis: 'welfare_reform_131' } }
  fakeServer(answers)
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  expect((await radio('10%')).checked).toBe(true)
  expect(screen.getByText(/ 10% is chosen, as in your last campaign of this type\.$/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /Lawful basis/ }).textContent).toContain('section 131')
  await opened.user.click(await radio('50%'))
  expect(screen.getByText(/ In your last campaign of this type it was 10%\.$/)).toBeTruthy()
  await choose(opened, 'Campaign Type', 'Healthy Start')
  // Only a campaign with a report is measured.
  await waitFor(() => expect(screen.queryByRole('radio', { name: '50%' })).toBeNull())
  await choose(opened, 'Campaign Type', 'Pension Credit')
  await waitFor(async () => expect((await radio('10%')).checked).toBe(true))
})

test('a list of a few begins without a hold-out', async () => {
  answers[COUNT] = counted(499)
  fakeServer(answers)
  await fill(openCampaigns('/campaigns/new'))
  expect((await radio('Nobody')).checked).toBe(true)
})

test('a required lawful basis stands among what is missing, and Next leads to it', async () => {
  answers[BASIS_SETTINGS] = { json: { default_basis: null, is_required: true } }
  fakeServer(answers)
  const opened = openCampaigns('/campaigns/new')
  await choose(opened, 'Campaign Type', 'Pension Credit')
  expect(
    await screen.findByText('Missing required fields: Campaign Name, Communication Channel, Lawful basis'),
  ).toBeTruthy()
  await enterName(opened, 'Warm')
  await choose(opened, 'Communication Channel', 'SMS')
  await waitFor(() => expect(next().disabled).toBe(false))
  await opened.user.click(next())
  expect(screen.getByText('Choose a lawful basis: your organisation requires one.')).toBeTruthy()
  const field = screen.getByRole('button', { name: /Lawful basis/ })
  expect(document.activeElement).toBe(field)
  await opened.user.click(field)
  await opened.user.click(await screen.findByRole('option', { name: /section 7B/ }))
  await opened.user.click(next())
  await screen.findByRole('heading', { level: 1, name: 'Preview Campaign' })
  expect(keptDrafts()[0]?.lawfulBasis).toBe('social_security_7b')
})
