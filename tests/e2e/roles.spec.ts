import { expectTree } from './accessibilityTree'
import { expect, expectAccessible, test } from './doorstep'
import { eachScreen, FAULTS_OF_SCREENS } from './everyScreen'
import { expectInFrame, expectReflow } from './reflow'
import { REFUSED, VISITORS, type Visitor } from './screens'

/*
 * Every route as every role: the right screen, with one main part, one h1 and a name for all that can be used; and
 * nothing that axe finds, which reads each screen once, in both schemes; nor is anything cut at 400%.
 */

/** Whether axe reads the screen of that heading: all as who sees them all, as the others what differs for them. */
const isToRead = (visitor: Visitor, heading: string): boolean =>
  visitor === 'SuperAdmin' || heading === 'Settings' || heading === REFUSED

/** Whose screens are read as screen readers get them: who sees all of them, and who is refused some. */
const HAS_TREE_READ: readonly Visitor[] = ['SuperAdmin', 'Viewer']

/** Screens on which campaigns are made, sent and followed. */
const OF_CAMPAIGNS = /^\/(campaigns|replies|settings\/templates)/

for (const visitor of VISITORS) {
  test(`a ${visitor} finds the right screen on every route, axe finds nothing, and 400% cuts nothing`, async ({
    page,
    faults,
  }) => {
    test.setTimeout(240_000)
    faults.expect(FAULTS_OF_SCREENS)
    const read = new Set<string>()
    await eachScreen(page, visitor, async ({ route, heading }) => {
      const banner = page
        .getByRole('region', { name: 'View as', exact: true })
        .filter({ hasText: 'You are viewing Doorstep as' })
      await expect(banner).toHaveCount(visitor === 'SuperAdmin viewing as Viewer' ? 1 : 0)
      if (HAS_TREE_READ.includes(visitor)) await expectTree(page)
      if (!isToRead(visitor, heading[visitor]) || read.has(heading[visitor])) return
      read.add(heading[visitor])
      await expectAccessible(page)
      await expectReflow(page)
      if (OF_CAMPAIGNS.test(route)) await expectInFrame(page)
    })
  })
}
