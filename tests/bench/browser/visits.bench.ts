import { test } from '../../e2e/doorstep'
import { visitRound } from '../../e2e/visitJourney'
import { report } from './report'

test('60 visits, 4 hours offline, 20 kills, 30 drops, 3 tabs', async ({ baseURL }, { project }) => {
  test.setTimeout(1_800_000)
  const { launchOptions = {} } = project.use
  const journey = { baseURL: baseURL ?? '', launchOptions, visits: 60, kills: 20, drops: 30, hours: 4 }
  const { killed, dropped, sent, recorded, canaries, readable } = await visitRound(journey)
  report({
    what: '60 visits, 4 h offline, three tabs',
    measured: `${sent} outcomes sent, ${recorded} recorded, after ${killed} kills and ${dropped} drops`,
    floor: '60 outcomes once each, 20 kills, 30 drops',
    holds: sent <= 60 && recorded === 60 && killed === 20 && dropped === 30,
  })
  const counts = [readable.whileClosed, readable.afterLogout, readable.afterShift].map(({ length }) => length)
  report({
    what: `of ${canaries} households' details and notes, readable on the device while it is closed, after logout, after the shift`,
    measured: counts.join(', '),
    floor: '0 of 100',
    holds: canaries >= 100 && counts.every((count) => count === 0),
  })
})
