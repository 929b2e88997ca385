/** A visit round in the field: offline, killed again and again, in three tabs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type LaunchOptions, type Page } from '@playwright/test'
import { loadVisitRound, sendVisitOutcome } from '../../src/contract/campaigns/visits'
import { AREA_CATEGORY, AREA_FILTER } from '../../src/contract/households/area'
import { VISIT_OUTCOME_WORDS, VISIT_OUTCOMES } from '../../src/contract/households/visitOutcomes'
import { expect, people, signIn } from './doorstep'
import { controlled, everythingKept, tablesKept } from './installed'

interface Journey {
  readonly baseURL: string
  readonly launchOptions: LaunchOptions
  readonly visits: number
  /** The browser is closed so often, and the connection drops so often while outcomes are sent. */
  readonly kills: number
  readonly drops: number
  /** By the device's clock, from the first visit to the last; less than the shift. */
  readonly hours: number
}

const CODE = 'seven green doors'
const TABS = 3
const SETTINGS = { is_on: true, name_roles: ['OrganisationAdmin'], names_a_day: 500 }
/** As the form has it chosen. */
const SHIFT_HOURS = 8
const HOUR = 3_600_000
/** So many visits of the second round are recorded. */
const SOME = 3

/** What came of a journey: all the numbers are of visits, or of what could be read that should not. */
export interface Came {
  readonly killed: number
  readonly dropped: number
  /** Ids that the tabs sent: fewer than the visits where the worker sent some. */
  readonly sent: number
  /** Households whose card says what was recorded. */
  readonly recorded: number
  /** Households' references, names and addresses, and notes that were looked for. */
  readonly canaries: number
  readonly readable: Readonly<Record<'whileClosed' | 'afterLogout' | 'afterShift', readonly string[]>>
}

/** Makes the round to the last outcome that the server has, logs out, and lets the shift of a second one end. */
export async function visitRound({ baseURL, launchOptions, visits, kills, drops, hours }: Journey): Promise<Came> {
  const profile = mkdtempSync(join(tmpdir(), 'doorstep-round-'))
  const open = () =>
    chromium.launchPersistentContext(profile, { ...launchOptions, baseURL, serviceWorkers: 'allow', locale: 'en-GB' })
  let context = await open()
  try {
    const first = context.pages()[0] ?? (await context.newPage())
    await signIn(first, people.glanmorAdmin)
    await controlled(first)
    // Chromium writes cookies down every half a minute: a crash before that would end the session too.
    const cookies = await context.cookies()
    const { references, contacts } = await startRound(first, visits)
    const begun = Date.now()
    const notes = Array.from({ length: visits }, (_, index) => `Kanarienvogel ${index} sang`)
    const canaries = [...references, ...contacts, ...notes]
    const whileClosed: string[] = []
    const search = async (page: Page) => {
      const kept = await everythingKept(page)
      return canaries.filter((trace) => kept.includes(trace))
    }
    const searchFiles = () => foundInFiles(profile, canaries)
    const unlocked = (now: number) => openTabs(context, now, async (page) => whileClosed.push(...(await search(page))))

    let tabs = await unlocked(begun)
    let killed = 0
    for (let visit = 0; visit < visits; visit++) {
      const isKill = killed < kills && visit + 1 >= ((killed + 1) * visits) / (kills + 1)
      const tab = tabs[visit % TABS] ?? first
      const crash = isKill ? await crashing(context, tab) : null
      await recordIn(tab, visit, notes[visit] ?? '', isKill)
      if (!crash) continue
      await crash()
      killed += 1
      context = await open()
      await context.addCookies(cookies)
      tabs = await unlocked(begun + (hours * HOUR * (visit + 1)) / visits)
      // What was lost with the press is recorded again.
      if (!(await isRecorded(tabs[0] ?? first, visit))) visit -= 1
    }
    const [tab, ...others] = tabs
    if (!tab) throw new Error('no tab')
    await expect(tab.getByText(`${visits} of ${visits} visits done`)).toBeVisible()
    await context.clock.setSystemTime(begun + hours * HOUR)

    const line = await dropping(context, drops)
    await context.setOffline(false)
    // The browser may let the worker send some, past what is seen here.
    await expect.poll(async () => (await tablesKept(tab)).queue, { timeout: 300_000, intervals: [1_000] }).toEqual([])
    await expect(tab.getByRole('button', { name: /^Waiting to be sent/ })).toHaveCount(0)
    const recorded = await recordedOnCards(tab, references)
    const sent = line.sent.size

    for (const other of others) await other.close()
    await tab.getByRole('button', { name: 'Logout' }).click()
    await expect(tab).toHaveURL(/\/login/)
    const afterLogout = await search(tab)
    await context.close()
    afterLogout.push(...searchFiles())

    context = await open()
    const afterShift = await endOfShift(context, { visits, notes, search })
    await context.close()
    afterShift.push(...searchFiles())
    const readable = { whileClosed, afterLogout, afterShift }
    return { killed, dropped: line.dropped(), sent, recorded, canaries: canaries.length, readable }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

interface SecondRound {
  readonly visits: number
  readonly notes: readonly string[]
  readonly search: (page: Page) => Promise<string[]>
}

/** A second round, some of it recorded offline, until its shift has ended. @returns what could be read after that */
async function endOfShift(context: BrowserContext, { visits, notes, search }: SecondRound): Promise<string[]> {
  const tab = context.pages()[0] ?? (await context.newPage())
  await signIn(tab, people.glanmorAdmin)
  await controlled(tab)
  await startRound(tab, visits)
  const begun = Date.now()
  await context.setOffline(true)
  await tab.getByRole('button', { name: 'All visits' }).click()
  for (let visit = 0; visit < SOME; visit++) await recordIn(tab, visit, notes[visit] ?? '', false)
  expect((await tablesKept(tab)).rounds).toHaveLength(1 + SOME)
  await context.clock.install({ time: begun + SHIFT_HOURS * HOUR })
  await tab.goto('/settings')
  await expect.poll(async () => tablesKept(tab)).toMatchObject({ rounds: [], queue: { length: SOME } })
  return search(tab)
}

/** What of the traces can be read in the files of a browser that is closed. */
function foundInFiles(folder: string, traces: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
  const isIn = (trace: string) => bytes.some((one) => one.includes(trace) || one.includes(trace, 0, 'utf16le'))
  return traces.filter(isIn)
}

/** The browser dies as it does when the system ends it. @returns how, ready before what it interrupts */
async function crashing(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page)
  return async () => {
    const closed = context.waitForEvent('close')
    // No answer comes.
    session.send('Browser.crash').catch(() => {})
    await closed
  }
}

/** @returns its households' references, and their names and addresses */
async function startRound(page: Page, visits: number) {
  await page.evaluate(async (settings) => {
    const post = (path: string, body: object) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    await post('/api/set-visit-settings', settings)
    // Of an earlier run: two at most are open.
    const { rounds } = (await (await fetch('/api/open-visit-rounds')).json()) as { rounds: { round_id: string }[] }
    for (const { round_id } of rounds) await post('/api/end-visit-round', { round_id })
  }, SETTINGS)
  // Some are not to be contacted, and so no stops.
  await selectArea(page, visits * 2)
  await page.goto('/visits')
  // An earlier run was here.
  await page.getByRole('button', { name: /Leave out/ }).click()
  await page.getByRole('option', { name: 'Nobody', exact: true }).click()
  await page.getByLabel(/^Doors at most/).fill(String(visits))
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
  return {
    references: round.visits.map(({ household_reference }) => household_reference),
    contacts: round.visits.flatMap(({ contact }) => (contact ? [contact.name, contact.address[0] ?? ''] : [])),
  }
}

/** Selects an area with so many households: a strip from north to south. */
async function selectArea(page: Page, households: number): Promise<void> {
  const places = await page.evaluate(async () => {
    const answer = await fetch('/api/streetview-household-data', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filter_request_list: [], dynamic_filter_value_request_list: [] }),
    })
    const { household_coordinates: found } = (await answer.json()) as {
      household_coordinates: { coordinates: { longitude: number; latitude: number } }[]
    }
    return found.map(({ coordinates: { longitude, latitude } }) => ({ longitude, latitude }))
  })
  const eastwards = places.map(({ longitude }) => longitude).sort((a, b) => a - b)
  const edges = eastwards.map((longitude, index) => ((eastwards[index - 1] ?? longitude - 0.001) + longitude) / 2)
  const isBetween = (at: number) => edges[at] !== eastwards[at]
  const first = edges.findIndex(
    (_, at) => isBetween(at) && at + households < edges.length && isBetween(at + households),
  )
  const [west, east] = [edges[first] ?? 0, edges[first + households] ?? 0]
  const latitudes = places.map(({ latitude }) => latitude)
  const [south, north] = [Math.min(...latitudes) - 0.001, Math.max(...latitudes) + 0.001]
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const value = { id: JSON.stringify({ type: 'Polygon', coordinates: [corners] }), displayName: 'Drawn area' }
  const selection = { [AREA_CATEGORY]: { [AREA_FILTER.filter_name]: { displayName: 'Area', selectedValues: [value] } } }
  await page.evaluate((text) => sessionStorage.setItem('doorstep.selected-filters', text), JSON.stringify(selection))
}

/** Offline: the first asks for the code, and hands its key to the others. */
async function openTabs(
  context: BrowserContext,
  now: number,
  search: (page: Page) => Promise<unknown>,
): Promise<Page[]> {
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

const outcomeAt = (visit: number) => VISIT_OUTCOMES[visit % VISIT_OUTCOMES.length] ?? 'spoke'
const outcomeOf = (visit: number) => VISIT_OUTCOME_WORDS[outcomeAt(visit)]
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
  let asked = 0
  let dropped = 0
  const sent = new Set<string>()
  await context.route(`**${sendVisitOutcome.path}`, async (route) => {
    const { id } = sendVisitOutcome.body.parse(route.request().postDataJSON())
    sent.add(id)
    asked += 1
    const isLost = asked % 2 === 0 && dropped < drops
    if (isLost) dropped += 1
    if (isLost && dropped % 2 === 0) return route.abort('connectionreset')
    const response = await route.fetch()
    return isLost ? route.abort('connectionreset') : route.fulfill({ response })
  })
  return { sent, dropped: () => dropped }
}

/** How many households' cards say what was recorded of them. @param references in the order of the visits */
async function recordedOnCards(page: Page, references: readonly string[]): Promise<number> {
  const outcomes = await page.evaluate(async (references) => {
    const found: unknown[] = []
    for (const household_reference of references) {
      const body = { household_reference, filter_request_list: [], dynamic_filter_value_request_list: [] }
      const answer = await fetch('/api/household-card', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      found.push(((await answer.json()) as { last_visit: { outcome: unknown } | null }).last_visit?.outcome)
    }
    return found
  }, references)
  return outcomes.filter((outcome, visit) => outcome === outcomeAt(visit)).length
}
