/** A visit round in the field: without a line, killed again and again, in three tabs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type LaunchOptions, type Page } from '@playwright/test'
import { loadVisitRound, sendVisitOutcome, VISIT_OUTCOME_WORDS, VISIT_OUTCOMES } from '../../src/contract/visits'
import { expect, people, signIn } from './doorstep'
import { controlled, everythingKept } from './installed'

interface Journey {
  readonly baseURL: string
  readonly launchOptions: LaunchOptions
  readonly visits: number
  /** The browser is closed so often, and the line drops so often while outcomes are sent. */
  readonly kills: number
  readonly drops: number
  /** By the device's clock, from the first visit to the last; more than the shift of 8 hours ends it. */
  readonly hours: number
}

const CODE = 'seven green doors'
const TABS = 3

/** Makes the round, to the last outcome that the server has. @returns what came of it; `readable`: what of the households or notes could be read on the device */
export async function visitRound({ baseURL, launchOptions, visits, kills, drops, hours }: Journey) {
  const profile = mkdtempSync(join(tmpdir(), 'doorstep-round-'))
  const open = () =>
    chromium.launchPersistentContext(profile, { ...launchOptions, baseURL, serviceWorkers: 'allow', locale: 'en-GB' })
  let context = await open()
  try {
    const first = context.pages()[0] ?? (await context.newPage())
    await signIn(first, people.glanmorAdmin)
    await controlled(first)
    const canaries = await startRound(first, visits)
    const begun = Date.now()
    const notes = Array.from({ length: visits }, (_, index) => `Kanarienvogel ${index} sang`)
    const readable = new Set<string>()
    const search = async (page: Page) => {
      const kept = await everythingKept(page)
      for (const trace of [...canaries, ...notes]) if (kept.includes(trace)) readable.add(trace)
    }

    let tabs = await openTabs(context, begun, search)
    let killed = 0
    for (let visit = 0; visit < visits; visit++) {
      const isKill = killed < kills && visit + 1 >= ((killed + 1) * visits) / (kills + 1)
      const tab = tabs[visit % TABS] ?? first
      await recordIn(tab, visit, notes[visit] ?? '', isKill)
      if (!isKill) continue
      killed += 1
      await context.close()
      context = await open()
      tabs = await openTabs(context, begun + (hours * 3_600_000 * visit) / visits, search)
      // What was lost with the press is recorded again.
      if (!(await isRecorded(tabs[0] ?? first, visit))) visit -= 1
    }
    const [tab] = tabs
    if (!tab) throw new Error('no tab')
    await expect(tab.getByText(`${visits} of ${visits} visits done`)).toBeVisible()

    const line = await dropping(context, drops)
    await context.setOffline(false)
    await expect.poll(() => line.taken.size, { timeout: 240_000, intervals: [1_000] }).toBe(visits)
    await expect(tab.getByRole('button', { name: /^Waiting to be sent/ })).toHaveCount(0)
    const recorded = await recordedOnCards(tab, canaries.slice(0, visits))
    return { context, tab, begun, search, readable, killed, dropped: line.dropped(), recorded, close }
  } catch (error) {
    await close()
    throw error
  }

  async function close() {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** @returns the references, then the names and addresses */
export async function startRound(page: Page, visits: number): Promise<string[]> {
  await page.evaluate(async (visits) => {
    const body = JSON.stringify({ is_on: true, name_roles: ['OrganisationAdmin'] })
    await fetch('/api/set-visit-settings', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answer = await fetch('/api/household-reference-filter?limit=100')
    const { filter_values: values } = (await answer.json()) as { filter_values: { display_name: string }[] }
    const selectedValues = values
      .slice(0, visits)
      .map((one) => ({ id: one.display_name, displayName: one.display_name }))
    const household_references = { displayName: 'Household reference', selectedValues }
    sessionStorage.setItem(
      'doorstep.selected-filters',
      JSON.stringify({ household_reference: { household_references } }),
    )
  }, visits)
  await page.goto('/visits')
  await page.getByLabel('Shift code, 8 characters or more').fill(CODE)
  await page.getByLabel('Shift code again').fill(CODE)
  // The worker between page and network hides bodies from Playwright.
  await page.evaluate((path) => {
    const real = window.fetch
    window.fetch = async (...asked) => {
      const answer = await real(...asked)
      if (asked[0] === path) Reflect.set(window, 'loadedRound', answer.clone().json())
      return answer
    }
  }, loadVisitRound.path)
  await page.getByRole('button', { name: 'Start the round' }).click()
  await expect(page.getByRole('heading', { name: /^Visit 1:/ })).toBeVisible()
  const round = loadVisitRound.reply.parse(
    await page.evaluate(async () => (await Reflect.get(window, 'loadedRound')) as unknown),
  )
  // Selected filters stay in session storage: the person's own choice.
  await page.evaluate(() => sessionStorage.removeItem('doorstep.selected-filters'))
  return [
    ...round.visits.map(({ household_reference }) => household_reference),
    ...round.visits.flatMap(({ contact }) => (contact ? [contact.name, contact.address[0] ?? ''] : [])),
  ]
}

/** Without a line: the first asks for the code, and hands its key to the others. */
async function openTabs(context: BrowserContext, now: number, search: (page: Page) => Promise<void>): Promise<Page[]> {
  await context.setOffline(true)
  await context.clock.install({ time: now })
  const tabs = [context.pages()[0] ?? (await context.newPage())]
  while (tabs.length < TABS) tabs.push(await context.newPage())
  for (const [index, tab] of tabs.entries()) {
    await tab.goto('/visits')
    if (index === 0) {
      const code = tab.getByLabel('Shift code', { exact: true })
      await expect(code).toBeVisible()
      await search(tab)
      await code.fill(CODE)
      await tab.getByRole('button', { name: 'Open the round' }).click()
    }
    await expect(tab.getByRole('heading', { name: /^Visit \d+:/ })).toBeVisible()
    await tab.getByRole('button', { name: 'All visits' }).click()
  }
  return tabs
}

const outcomeOf = (visit: number) => VISIT_OUTCOME_WORDS[VISIT_OUTCOMES[visit % VISIT_OUTCOMES.length] ?? 'spoke']
const rowOf = (page: Page, visit: number) => page.getByRole('button', { name: new RegExp(`^${visit + 1}\\. `) })

const isRecorded = async (page: Page, visit: number) =>
  ((await rowOf(page, visit).textContent()) ?? '').endsWith(outcomeOf(visit))

async function recordIn(page: Page, visit: number, note: string, isKilled: boolean): Promise<void> {
  await rowOf(page, visit).click()
  await page.getByRole('radio', { name: outcomeOf(visit), exact: true }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill(note)
  await page.getByRole('button', { name: 'Record and go on' }).click()
  if (!isKilled) await expect(rowOf(page, visit)).toHaveText(new RegExp(`${outcomeOf(visit)}$`))
}

/** Every second request is lost, by turns before it reaches the server and after it was done. */
async function dropping(context: BrowserContext, drops: number) {
  let sent = 0
  let dropped = 0
  const taken = new Set<string>()
  await context.route(`**${sendVisitOutcome.path}`, async (route) => {
    const { id } = sendVisitOutcome.body.parse(route.request().postDataJSON())
    sent += 1
    const isLost = sent % 2 === 0 && dropped < drops
    if (isLost) dropped += 1
    if (isLost && dropped % 2 === 0) return route.abort('connectionreset')
    const response = await route.fetch()
    if (response.ok() && !isLost) taken.add(id)
    return isLost ? route.abort('connectionreset') : route.fulfill({ response })
  })
  return { taken, dropped: () => dropped }
}

/** How many households' cards have a visit. */
const recordedOnCards = (page: Page, references: readonly string[]): Promise<number> =>
  page.evaluate(async (references) => {
    let found = 0
    for (const household_reference of references) {
      const body = { household_reference, filter_request_list: [], dynamic_filter_value_request_list: [] }
      const answer = await fetch('/api/household-card', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (((await answer.json()) as { last_visit: unknown }).last_visit !== null) found += 1
    }
    return found
  }, references)
