import { expect, people, signIn, test } from './doorstep'
import { startRound, visitRound } from './visitJourney'

/* A visit round with the worker on. Sixty visits, twenty kills and thirty drops: `npm run bench visits`. */

test('without a line, in three tabs, killed and over a line that drops: each outcome once; nothing readable while it is closed, after a logout, or after the shift', async ({
  baseURL,
}, { project }) => {
  test.setTimeout(240_000)
  const { launchOptions = {} } = project.use
  const round = await visitRound({ baseURL: baseURL ?? '', launchOptions, visits: 6, kills: 1, drops: 2, hours: 4 })
  try {
    const { context, tab, begun, readable } = round
    expect([round.killed, round.dropped, round.recorded]).toEqual([1, 2, 6])
    for (const other of context.pages()) if (other !== tab) await other.close()

    await tab.getByRole('button', { name: 'Logout' }).click()
    await expect(tab).toHaveURL(/\/login/)
    await round.search(tab)
    expect([...readable], 'while it was closed, and after the logout').toEqual([])

    await signIn(tab, people.glanmorAdmin)
    await startRound(tab, 6)
    await context.clock.setSystemTime(begun + 13 * 3_600_000)
    await tab.goto('/settings')
    await expect(tab.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(tab.getByRole('link', { name: 'Visit round' })).toHaveCount(0)
    await round.search(tab)
    expect([...readable], 'after the shift').toEqual([])
  } finally {
    await round.close()
  }
})
