import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'

/** The demo people (decision 45); all share one password. */
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

interface TestFixtures {
  faults: Faults
  /** Signs the test's page in: through the screens the first time in a worker, with the kept cookie after that. */
  login: (email: Email) => Promise<void>
  /** The same for people who may choose an organisation, by its name. */
  loginTo: (email: Email, organisation: string) => Promise<void>
  /** Opens a path of the app and waits until its session is loaded. */
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
      const kept = keptCookies.get(key)
      if (kept) return context.addCookies(kept)
      await signIn(page, email, organisation)
      keptCookies.set(key, await context.cookies())
    })
  },

  navigate: async ({ page }, use) => {
    await use(async (path) => {
      await page.goto(path)
      await expect(page.getByText('...loading')).toHaveCount(0)
    })
  },
})

export { expect }

/** The whole way in, as a person goes it. Ends on the map. */
export async function signIn(page: Page, email: Email, organisation?: string): Promise<void> {
  await page.goto('/login')
  await page.getByPlaceholder('Enter your email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  if (organisation) {
    await page.getByLabel('Select your organisation').selectOption({ label: organisation })
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await submitPassword(page, email)
  await page.waitForURL((url) => url.pathname === '/')
}

/** The embedded identity provider's sign-in page. */
export async function submitPassword(page: Page, email: Email): Promise<void> {
  const field = page.locator('input[name="email"]')
  await page.locator('input[name="password"]').waitFor()
  await field.fill(email)
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.locator('button[type="submit"]').click()
}

/** Fails with every rule that axe finds broken, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html.slice(0, 200)).join('\n  ')}`)).toEqual([])
}
