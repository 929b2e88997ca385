import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { digestText } from '#offline/owner'

/** The demo people; all share one password. */
export const people = {
  northmereAdmin: 'admin@northmere.example',
  northmereViewer: 'viewer@northmere.example',
  glanmorAdmin: 'admin@glanmor.example',
  superAdmin: 'super@doorstep.example',
} as const
export type Email = (typeof people)[keyof typeof people]
const PASSWORD = 'doorstep-demo'

/** What the browser said that nobody expected. */
export class Faults {
  readonly #expected: RegExp[] = []
  readonly #said: string[] = []

  /** For tests that break something on purpose: this is what the browser will say of it. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#said.push(`console.error: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (fault) => this.#said.push(`page error: ${fault.error().stack ?? fault.error().message}`))
  }

  get unexpected(): string[] {
    return this.#said.filter((line) => !this.#expected.some((pattern) => pattern.test(line)))
  }
}

export interface TestFixtures {
  /**
   * Whether the browser draws maps; without it, Doorstep shows the list instead. For specs about the map alone: drawn
   * in software, a map takes the processor from everything else.
   */
  hasWebgl: boolean
  faults: Faults
  /** Signs the test's page in, as another person too: through the screens the first time in a worker, with the kept cookie after that. */
  login: (email: Email) => Promise<void>
  /** The same for people who may choose an organisation, by its name. */
  loginTo: (email: Email, organisation: string) => Promise<void>
  /** Opens a path of the app and waits until it knows who is here. */
  navigate: (path: string) => Promise<void>
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

export const test = base.extend<TestFixtures, { keptCookies: Map<string, Cookies> }>({
  keptCookies: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  baseURL: async ({}, use) => {
    const url = process.env.DOORSTEP_E2E_URL
    if (!url) throw new Error('server.setup.ts has not started Doorstep.')
    await use(url)
  },

  hasWebgl: [false, { option: true }],

  context: async ({ context, hasWebgl }, use) => {
    if (!hasWebgl) await context.addInitScript(takeWebglAway)
    else await context.addInitScript(putFirstStepsAway, await Promise.all(Object.values(people).map(digestText)))
    await use(context)
    // Closed in the middle of a load or a reload, a context hangs in Chromium for good: whatever is on its way is given
    // up. A page may go by itself meanwhile.
    await Promise.all(context.pages().map((page) => page.goto('about:blank').catch(() => {})))
  },

  faults: [
    async ({ context }, use) => {
      const faults = new Faults()
      faults.watch(context)
      await use(faults)
      expect(faults.unexpected, 'what the browser said on console.error, or threw').toEqual([])
    },
    { auto: true },
  ],

  login: async ({ loginTo }, use) => {
    await use((email) => loginTo(email, ''))
  },

  loginTo: async ({ page, context, keptCookies }, use) => {
    await use(async (email, organisation) => {
      const key = `${email} ${organisation}`
      // As the login page does: the next start asks the server who is here.
      if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.setItem('doorstep-signing-in', '1'))
      await leaveWithoutWord(page)
      const kept = keptCookies.get(key)
      if (kept) return context.addCookies(kept)
      await signIn(page, email, organisation)
      keptCookies.set(key, await context.cookies())
    })
  },

  navigate: async ({ page }, use) => {
    await use(async (path) => {
      await page.goto(path)
      await page.locator('main:not([data-starting])').waitFor({ state: 'attached' })
    })
  },
})

export { expect }

/** Runs in the browser: they would lie over the map. */
function putFirstStepsAway(digests: string[]): void {
  // about:blank has no storage.
  if (window.origin === 'null') return
  for (const digest of digests) localStorage.setItem(`doorstep-first-steps-${digest}`, 'put away')
}

/** Runs in the browser. */
function takeWebglAway(): void {
  const real = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
    return kind.startsWith('webgl') ? null : (Reflect.apply(real, this, [kind, ...rest]) as unknown)
  } as typeof real
}

/**
 * The session is over, and the page that it was in is gone: still open, it would ask the server for something sooner or
 * later, learn that, and go to the login by itself while the test goes elsewhere.
 */
async function leaveWithoutWord(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** The whole way in, as a person goes it. Ends in the map's page: after somebody else, the app begins again on the way there. */
export async function signIn(page: Page, email: string, organisation?: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByPlaceholder('Enter your email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  if (organisation) {
    await page.getByRole('combobox').selectOption({ label: organisation })
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await submitPassword(page, email, password)
  await page.waitForURL((url) => url.pathname === '/')
  await page.locator('main#main').waitFor({ state: 'attached' })
}

/** The embedded identity provider's sign-in page. */
export async function submitPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  const field = page.locator('input[name="email"]')
  await page.locator('input[name="password"]').waitFor()
  await field.fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

/** The polite word on how many households the map shows, once the newest data is there. */
export function shownCount(page: Page, count: number | RegExp = /^[\d,]+/): Locator {
  const figure = typeof count === 'number' ? count.toLocaleString('en-GB') : count.source
  const words = count === 1 ? 'household shown' : 'households? shown'
  return page.getByRole('status').filter({ hasText: new RegExp(`^${figure.replace('^', '')} ${words}$`) })
}

/** Waits until nothing of it is on its way any more: what comes late pushes what stands below it from under a click. */
export async function atRest(place: Page | Locator, within?: { readonly timeout: number }): Promise<void> {
  await expect(place.locator('[aria-busy="true"]')).toHaveCount(0, within)
  await expect(place.getByRole('status', { name: 'Loading' })).toHaveCount(0, within)
}

/** The filter panel, once all of it is there. */
export async function filterPanel(page: Page): Promise<Locator> {
  const panel = page.getByRole('region', { name: 'Filters' })
  await panel.getByPlaceholder('Search for a filter...').waitFor()
  await atRest(panel)
  return panel
}

/** One of the headline figures, as it reads. */
export function headline(page: Page, name: string): Locator {
  return page
    .getByRole('region', { name: 'Headline figures' })
    .locator('div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
}

/** Every selected filter on the wire, as the server takes it. */
export interface Filters {
  filter_request_list?: { filter_name: string; filter_value_list: string[] }[]
  dynamic_filter_value_request_list?: { filter_name: string; filter_value_list: string[] }[]
}

/** How many households match, asked of the ward call: another way to the same number than the household map's. */
export const countOf = (page: Page, filters: Filters = {}): Promise<number> => page.evaluate(sumOfWards, filters)

/** Runs in the browser. */
export async function sumOfWards(filters: Filters): Promise<number> {
  const answer = await fetch('/api/streetview-ward-data', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filter_request_list: [], dynamic_filter_value_request_list: [], ...filters }),
  })
  const data = (await answer.json()) as { geo_json_features: { properties: { household_count: number } }[] }
  return data.geo_json_features.reduce((sum, { properties }) => sum + properties.household_count, 0)
}

/** Reads in the page itself, and works out nothing about what holds: a second page and that are most of the time. */
async function axe(page: Page): Promise<AxeBuilder> {
  // Half a megabyte of script, four times a reading if one lets it.
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  return (
    new AxeBuilder(isThere ? { page, axeSource: '"already there"' } : { page })
      .setLegacyMode()
      // Targets of 24 px (2.5.8), which axe leaves out by itself.
      .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
  )
}

/**
 * Fails with every rule that axe finds broken, and where: all rules in the scheme that the page is in, those on colour
 * in the other one too.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // What react-aria says of a button that has just gone has no name for a moment (ui/button takes it out).
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-live-announcer] [role="img"]')].every(
      (words) => document.getElementById(words.getAttribute('aria-labelledby')?.split(' ')[0] ?? '') !== null,
    ),
  )
  const { violations: found } = await (await axe(page)).analyze()
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  const ofColour = (await axe(page)).withRules(['color-contrast', 'link-in-text-block'])
  const { violations: foundInOther } = await ofColour.analyze()
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  const violations = [...found, ...foundInOther]
  expect(
    violations.map(
      ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html.slice(0, 200)).join('\n  ')}`,
    ),
  ).toEqual([])
}
