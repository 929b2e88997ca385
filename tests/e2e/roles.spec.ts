import type { Page } from '@playwright/test'
import { expect, expectAccessible, people, signIn, test, withoutWebgl } from './doorstep'
import { SCREENS, VISITORS, type Visitor } from './screens'

/* Every route as every role: the right screen, and nothing that axe finds; once more in the dark scheme. */

const NORTHMERE = 'Northmere Borough Council'

test.beforeEach(({ page }) => withoutWebgl(page))

const api = (page: Page, path: string, body?: unknown) =>
  page.evaluate(
    async ([to, sent]) => {
      const init = sent === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) }
      return (await (await fetch(to, init)).json()) as unknown
    },
    [path, body] as const,
  )

/** A session of its own: a view lasts as long as its session, and kept ones are other tests' too. */
async function enter(page: Page, visitor: Visitor): Promise<number> {
  if (visitor === 'Viewer') await signIn(page, people.northmereViewer)
  else if (visitor === 'OrganisationAdmin') await signIn(page, people.northmereAdmin)
  else await signIn(page, people.superAdmin, NORTHMERE)
  const campaigns = (await api(page, '/api/all-campaigns')) as { id: number; benefit_name: string; status: string }[]
  const complete = campaigns.find(({ benefit_name, status }) => benefit_name === 'pension_credit' && status === 'Complete')
  if (visitor === 'SuperAdmin viewing as Viewer') {
    await api(page, '/api/view-as', { role_name: 'Viewer', display_name: 'Cyngor Glanmor' })
  }
  return complete?.id ?? 0
}

for (const [visitor, colorScheme] of [...VISITORS.map((one) => [one, 'light'] as const), ['SuperAdmin', 'dark'] as const]) {
  test.describe(`a ${visitor}, ${colorScheme}`, () => {
    test.describe.configure({ timeout: 240_000 })
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('finds the right screen on every route, and axe finds nothing', async ({ page, faults }) => {
      faults.expect(/403|404|caught the following error|ErrorResponse|unauthorized|Refused/)
      const complete = await enter(page, visitor)
      for (const { route, at, heading } of SCREENS) {
        await test.step(route, async () => {
          await page.goto(typeof at === 'string' ? at : at(complete))
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading[visitor])
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
          await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
          const banner = page.getByRole('region', { name: 'View as', exact: true }).filter({ hasText: 'You are viewing Doorstep as' })
          await expect(banner).toHaveCount(visitor === 'SuperAdmin viewing as Viewer' ? 1 : 0)
          await expectAccessible(page)
        })
      }
    })
  })
}

test('login and logout, for anyone', async ({ page }) => {
  await signIn(page, people.northmereViewer)
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login to your account')
  await expectAccessible(page)
})
