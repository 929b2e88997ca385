/*
 * Every route as a role: the right screen, with one main part, one h1 and a name for all that can be used; and
 * nothing that axe finds, which reads each screen once, in both schemes; nor is anything cut at 400%.
 */
import type { Page } from '@playwright/test'
import { expectTree } from './accessibilityTree'
import { expect, expectAccessible, type Faults } from './doorstep'
import { eachScreen, FAULTS_OF_SCREENS } from './everyScreen'
import { expectInFrame, expectReflow } from './reflow'
import { REFUSED, type Visitor } from './screens'

/** Who sees all screens, and who is refused some: as screen readers get them, and in every run. */
export const SEES_MOST_AND_LEAST: readonly Visitor[] = ['SuperAdmin', 'Viewer']

/** Whether axe reads the screen of that heading: all as who sees them all, as the others what differs for them. */
const isToRead = (visitor: Visitor, heading: string): boolean =>
  visitor === 'SuperAdmin' || heading === 'Settings' || heading === REFUSED

/** Screens on which campaigns are made, sent and followed. */
const OF_CAMPAIGNS = /^\/(campaigns|replies|settings\/templates)/

/** Signs in as the visitor and fails with what is wrong on any screen. */
export async function expectEveryScreen(page: Page, faults: Faults, visitor: Visitor): Promise<void> {
  faults.expect(FAULTS_OF_SCREENS)
  const read = new Set<string>()
  await eachScreen(page, visitor, async ({ route, heading }) => {
    const banner = page
      .getByRole('region', { name: 'View as', exact: true })
      .filter({ hasText: 'You are viewing Doorstep as' })
    await expect(banner).toHaveCount(visitor === 'SuperAdmin viewing as Viewer' ? 1 : 0)
    if (SEES_MOST_AND_LEAST.includes(visitor)) await expectTree(page)
    if (!isToRead(visitor, heading[visitor]) || read.has(heading[visitor])) return
    read.add(heading[visitor])
    await expectAccessible(page)
    await expectReflow(page)
    if (OF_CAMPAIGNS.test(route)) await expectInFrame(page)
  })
}
