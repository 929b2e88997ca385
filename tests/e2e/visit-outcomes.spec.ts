import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { loadVisitRound } from '../../src/contract/campaigns/visits'
import { expect, expectAccessible, people, test } from './doorstep'
import { beginWith } from './selection'

/* A short round on a phone, and what came of it for who leads the officers. */

const CODE = 'seven green doors'

/** So that other tests find visit rounds as they were. */
const switchRounds = (page: Page, isOn: boolean) =>
  page.evaluate(async (is_on) => {
    const body = JSON.stringify({ is_on, name_roles: ['OrganisationAdmin'], names_a_day: 500 })
    await fetch('/api/set-visit-settings', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }, isOn)

/** As much on the card of each visit as there can be. */
async function fillCards(page: Page): Promise<void> {
  const all = {
    contact: {
      name: 'Mrs Gwenllian Angharad Llewellyn-Featherstone',
      address: ['Flat 12B, The Old Corn Exchange', '47 to 49 Upper St Bartholomew’s Street', 'Glanmor', 'GM1 2AB'],
    },
    preferred_language: 'British Sign Language',
    unclaimed: ['Pension Credit', 'Housing Benefit', 'Council Tax Reduction', 'Attendance Allowance'].map(
      (display_name) => ({ display_name, value: '£3,120 a year' }),
    ),
    estimates: 'An estimate.',
    last_visit: { outcome: 'call_again', day: '2026-11-01', note: 'Knock at the side door, the bell does not work' },
  }
  await page.route(`**${loadVisitRound.path}`, async (route) => {
    const response = await route.fetch()
    const round = loadVisitRound.reply.parse(await response.json())
    await route.fulfill({ response, json: { ...round, visits: round.visits.map((visit) => ({ ...visit, ...all })) } })
  })
}

test('outcomes are recorded on a phone without scrolling, then counted, listed and exported, and lead to the map', async ({
  page,
  login,
  navigate,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await login(people.glanmorAdmin)
  await navigate('/settings')
  await switchRounds(page, true)
  await beginWith(page, {
    eligibility: {
      pension_credit: {
        displayName: 'Pension Credit',
        selectedValues: [{ id: 'eligible_not_claiming', displayName: 'Eligible, not claiming' }],
      },
    },
    tenure: {
      tenure: { displayName: 'Tenure', selectedValues: [{ id: 'private_rent', displayName: 'Private rent' }] },
    },
  })
  await fillCards(page)
  await navigate('/visits')
  await page.getByLabel(/^Doors at most/).fill('2')
  await page.getByLabel('Shift code, 8 characters or more').fill(CODE)
  await page.getByLabel('Shift code again').fill(CODE)
  await page.getByRole('button', { name: 'Start the round' }).click()

  for (const [visit, outcome] of ['Spoke', 'Nobody in'].entries()) {
    await expect(page.getByRole('heading', { name: new RegExp(`^Visit ${visit + 1}:`) })).toBeInViewport({ ratio: 1 })
    for (const choice of await page.getByRole('radio').all()) await expect(choice).toBeInViewport({ ratio: 1 })
    const radio = page.getByRole('radio', { name: outcome, exact: true })
    await radio.evaluate((button: HTMLElement) => button.click())
    const record = page.getByRole('button', { name: 'Record and go on' })
    await expect(record).toBeInViewport({ ratio: 1 })
    const [last, bar] = await Promise.all([page.getByRole('radio').last().boundingBox(), record.boundingBox()])
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await record.click()
  }
  await expect(page.getByText('2 of 2 visits done')).toBeVisible()
  await page.getByRole('button', { name: 'End the round' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the round' }).click()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Visit outcomes' }).click()
  const counts = page.getByRole('region', { name: 'Counts' })
  await expect(counts.getByRole('row', { name: 'Nobody in: show on the map' })).toContainText('*')
  const visits = page.getByRole('region', { name: 'Visits', exact: true })
  await expect(visits.getByText('2 visits')).toBeVisible()
  await visits.getByRole('button', { name: /Outcome/ }).click()
  await page.getByRole('option', { name: 'Nobody in' }).click()
  await expect(visits.getByText('1 visit', { exact: true })).toBeVisible()
  await expect(visits.getByRole('row').nth(1)).toContainText(people.glanmorAdmin)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await visits.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toEqual([
    expect.stringContaining('Household,Address,Ward,Outcome,Officer,Date,Call again on,Note'),
    expect.stringContaining(`Nobody in,${people.glanmorAdmin},`),
  ])

  await counts.getByRole('button', { name: 'Nobody in: show on the map' }).click()
  await expect(page.getByText('Last visit').first()).toBeVisible()
  await switchRounds(page, false)
})
