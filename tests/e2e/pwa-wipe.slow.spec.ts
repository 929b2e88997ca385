import { expect, people, signIn, test } from './doorstep'
import { keptRecordSchema, TABLES } from '../../src/offline/kept'
import { controlled, everythingKept, keptIn, lineDown, tablesKept } from './installed'

/* Leaving no trace: what lies on the device before and after a logout, online and offline. */

test.use({ serviceWorkers: 'allow' })

for (const isOnline of [true, false]) {
  test(`a logout ${isOnline ? 'online' : 'offline'} removes the person from the device, and the login page opens offline`, async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    await signIn(page, people.northmereAdmin)
    await controlled(page)
    const references = await page.request.get('/api/household-reference-filter?limit=100')
    const names = (JSON.stringify(await references.json()).match(/"display_name":"[^"]+"/g) ?? [])
      .slice(1, 101)
      .map((text) => text.slice(16, -1))
    expect(names.length).toBeGreaterThan(40)
    // A tour: the ward map, the catalogue, and a filter picked.
    await page.getByRole('radio', { name: 'Ward map' }).click()
    await expect(page.getByRole('region', { name: 'List of wards' })).toBeVisible()
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect.poll(async () => await everythingKept(page)).toContain(people.northmereAdmin)
    // Up to which erasure was asked is noted after the first one.
    const records = keptRecordSchema.options.map(({ shape }) => shape.id.value).filter((id) => id !== 'erasures')
    await expect.poll(async () => (await tablesKept(page)).kept?.sort(), 'what the list names').toEqual(records.sort())
    expect(Object.keys(await tablesKept(page)).sort(), 'and no other table').toEqual(
      [...TABLES, 'left', 'quarantined'].sort(),
    )
    // As the map asks, which this browser cannot draw.
    await page.evaluate(() => fetch('/api/basemap'))
    await expect.poll(() => keptIn(page, 'doorstep-basemap')).toEqual(['/api/basemap'])
    const caches = await page.evaluate(() => window.caches.keys())
    expect(
      caches.filter((name) => name !== 'doorstep-parts' && !name.startsWith('workbox-precache')),
      'code and streets alone',
    ).toEqual(['doorstep-basemap'])
    const before = await everythingKept(page)
    expect(
      names.filter((name) => before.includes(name)),
      'nothing on a household, before the logout either',
    ).toEqual([])

    // The server has the browser forget this site, the worker with it: there is a new one after that.
    const again = context.waitForEvent('serviceworker')
    if (!isOnline) await lineDown(context)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    // The caches of its own area too.
    expect(await page.evaluate(() => window.caches.has('doorstep-basemap'))).toBe(false)
    const after = await everythingKept(page)
    for (const trace of [people.northmereAdmin, 'northmere', 'ward_code', 'category_name', ...names])
      expect(after, trace).not.toContain(trace)

    if (!isOnline) {
      // The server's session ends too, as soon as it can be told.
      const ended = page.waitForResponse((response) => response.url().endsWith('/backend/auth/logout'))
      await context.setOffline(false)
      await ended
      await expect.poll(async () => (await page.request.get('/api/session/user')).status()).toBe(401)
    }
    await again
    await controlled(page)
    await lineDown(context)
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByPlaceholder('Enter your email address')).toBeVisible()
  })
}
