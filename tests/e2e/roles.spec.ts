import type { Page } from '@playwright/test'
import { fill, nextButton } from './campaignForm'
import { api } from './campaignList'
import { atRest, expect, expectAccessible, people, signIn, test } from './doorstep'
import { GLANMOR, NORTHMERE } from './organisations'
import { expectReflow } from './reflow'
import { REFUSED, SCREENS, VISITORS, type Visitor } from './screens'

/*
 * Every route as every role: the right screen, and nothing that axe finds, which reads each screen once, in both
 * schemes; nor is anything cut at 400%.
 */

/** Whether axe reads the screen of that heading: all as who sees them all, as the others what differs for them. */
const isToRead = (visitor: Visitor, heading: string): boolean =>
  visitor === 'SuperAdmin' || heading === 'Settings' || heading === REFUSED

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
    await api(page, 'POST', '/api/view-as', { role_name: 'Viewer', display_name: GLANMOR })
    await page.goto('/')
    // The view is another's: the page begins anew, with nothing of the one before.
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

for (const visitor of VISITORS) {
  test(`a ${visitor} finds the right screen on every route, axe finds nothing, and 400% cuts nothing`, async ({
    page,
    faults,
  }) => {
    test.setTimeout(240_000)
    faults.expect(/403|404|caught the following error|ErrorResponse|unauthorized|Refused/)
    const things = await enter(page, visitor)
    const read = new Set<string>()
    let before = ''
    for (const { route, at, heading } of SCREENS) {
      const path = typeof at === 'string' ? at : at(things)
      await test.step(`${route} at ${path}`, async () => {
        // Where the heading stays the same, only a new document tells one screen from the next.
        await (heading[visitor] === before ? page.goto(path) : go(page, path))
        before = heading[visitor]
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(before)
        await atRest(page)
        const banner = page
          .getByRole('region', { name: 'View as', exact: true })
          .filter({ hasText: 'You are viewing Doorstep as' })
        await expect(banner).toHaveCount(visitor === 'SuperAdmin viewing as Viewer' ? 1 : 0)
        if (!isToRead(visitor, before) || read.has(before)) return
        read.add(before)
        await expectAccessible(page)
        await expectReflow(page)
      })
    }
  })
}
