import { expect, people, shownCount, test } from './doorstep'

test.use({ hasWebgl: true })

test('Street View leaves nothing behind in memory, however often it is opened', async ({
  page,
  context,
  login,
  navigate,
}) => {
  await login(people.northmereAdmin)
  await navigate('/')
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const countNodes = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN
  }
  const openAndLeave = async () => {
    await page.getByRole('link', { name: 'Street View', exact: true }).click()
    await shownCount(page).waitFor({ state: 'attached' })
    await page.getByRole('application').waitFor()
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible()
  }
  await openAndLeave()
  await openAndLeave()
  const before = await countNodes()
  for (let times = 0; times < 2; times++) await openAndLeave()
  // A screen that stays has some 350.
  expect((await countNodes()) - before).toBeLessThan(350)
})
