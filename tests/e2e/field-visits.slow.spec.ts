import { expect, test } from './doorstep'
import { visitRound } from './visitJourney'

/* A visit round with the worker on. Sixty visits, twenty kills and thirty drops: `npm run bench visits`. */

test('offline, in three tabs, killed and on a connection that drops: each outcome once; nothing readable while it is closed, after a logout, or after the shift', async ({
  baseURL,
}, { project }) => {
  const { launchOptions = {} } = project.use
  const came = await visitRound({ baseURL: baseURL ?? '', launchOptions, visits: 6, kills: 1, drops: 2, hours: 4 })
  expect(came).toMatchObject({ killed: 1, dropped: 2, recorded: 6 })
  expect(came.sent).toBeLessThanOrEqual(6)
  expect(came.readable).toEqual({ whileClosed: [], afterLogout: [], afterShift: [] })
})
