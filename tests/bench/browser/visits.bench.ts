import { expect, test } from '../../e2e/doorstep'
import { visitRound } from '../../e2e/visitJourney'
import { report } from './report'

test('60 visits, 4 hours without a line, 20 kills, 30 drops, 3 tabs', async ({ baseURL }, { project }) => {
  test.setTimeout(1_800_000)
  const { launchOptions = {} } = project.use
  const round = await visitRound({ baseURL: baseURL ?? '', launchOptions, visits: 60, kills: 20, drops: 30, hours: 4 })
  const { tab, context, readable, killed, dropped, recorded } = round
  const whileClosed = readable.size
  for (const other of context.pages()) if (other !== tab) await other.close()
  await tab.getByRole('button', { name: 'Logout' }).click()
  await expect(tab).toHaveURL(/\/login/)
  await round.search(tab)
  await round.close()
  report({
    what: '60 visits, 4 h without a line, three tabs',
    measured: `${recorded} outcomes after ${killed} kills and ${dropped} drops`,
    floor: '60 outcomes once each, 20 kills, 30 drops',
    holds: recorded === 60 && killed === 20 && dropped === 30,
  })
  report({
    what: 'households and notes that can be read on the device, while it is closed; after logout',
    measured: `${whileClosed}; ${readable.size}`,
    floor: '0; 0',
    holds: readable.size === 0,
  })
})
