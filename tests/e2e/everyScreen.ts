/** A walk over every route, as one role. */
import type { Page } from '@playwright/test'
import { fill, nextButton } from './campaignForm'
import { api } from './campaignList'
import { atRest, expect, people, signIn, test } from './doorstep'
import { GLANMOR, NORTHMERE } from './organisations'
import { SCREENS, type Screen, type Visitor } from './screens'

/** What the browser says of screens that refuse, of addresses of nothing, and of calls on their way at a new view. */
export const FAULTS_OF_SCREENS = /403|404|409|caught the following error|ErrorResponse|unauthorized|Refused/

/** Signs in, goes to each, and reads it once it is at rest with its heading. */
export async function eachScreen(page: Page, visitor: Visitor, read: (screen: Screen) => Promise<void>): Promise<void> {
  const things = await enter(page, visitor)
  let before = ''
  for (const screen of SCREENS) {
    const { route, at, heading } = screen
    const path = typeof at === 'string' ? at : at(things)
    await test.step(`${route} at ${path}`, async () => {
      // Where the heading stays the same, only a new document tells one screen from the next.
      await (heading[visitor] === before ? page.goto(path) : go(page, path))
      before = heading[visitor]
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(before)
      await atRest(page)
      await read(screen)
    })
  }
}

/** A session of its own: a view lasts as long as its session, and kept ones are other tests' too. */
async function enter(page: Page, visitor: Visitor): Promise<{ complete: number; draft: string }> {
  if (visitor === 'Viewer') await signIn(page, people.northmereViewer)
  else if (visitor === 'OrganisationAdmin') await signIn(page, people.northmereAdmin)
  else await signIn(page, people.superAdmin, NORTHMERE)
  const campaigns = (await api(page, 'GET', '/api/all-campaigns')) as {
    id: number
    benefit_name: string
    status: string
  }[]
  const complete =
    campaigns.find(({ benefit_name, status }) => benefit_name === 'pension_credit' && status === 'Complete')?.id ?? 0
  await go(page, '/campaigns/new')
  await fill(page, 'Every screen')
  await nextButton(page).click()
  await page.waitForURL(/\/campaigns\/new\/[0-9a-f-]{36}$/)
  const draft = page.url().split('/').at(-1) ?? ''
  if (visitor === 'SuperAdmin viewing as Viewer') {
    const { origin } = new URL(page.url())
    // A page that is open now, or opened, begins again by itself, with nothing of the view before.
    await page.goto('about:blank')
    const data = { role_name: 'Viewer', display_name: GLANMOR }
    expect((await page.request.post(`${origin}/api/view-as`, { data, headers: { origin } })).status()).toBe(200)
    await page.goto(origin, { waitUntil: 'commit' })
    await expect(page.getByText('You are viewing Doorstep as')).toBeVisible()
  }
  return { complete, draft }
}

/** To another screen of the same document, as a link leads there. */
const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
