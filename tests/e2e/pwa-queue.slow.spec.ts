import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, people, signIn, test } from './doorstep'
import { templatesOf } from './filterTemplates'
import { controlled, putOnDevice, waitingTemplates } from './installed'
import { sendQueued } from './queueJourney'

/* The queue with the worker on. A hundred and twenty drops: `npm run bench queue`. */

test.use({ serviceWorkers: 'allow' })

test('25 queued templates, three tabs, 5 connection drops and a server that breaks on the third: each there once, the others in order', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/ERR_|Failed to load resource|status of 500/)
  const { names, made, dropped } = await sendQueued({
    page,
    context,
    count: 25,
    drops: 5,
    whileBroken: async (names, mend) => {
      await page.getByRole('button', { name: /^Waiting to be sent/ }).click()
      await expect(page.getByText('Waiting to be sent again; the others go on meanwhile: It broke.')).toBeVisible()
      const others = names.filter((_, index) => index !== 2)
      const made = async () => (await templatesOf(page)).filter((name) => names.includes(name))
      await expect.poll(made, { timeout: 120_000 }).toEqual(others)
      await expectAccessible(page)
      mend()
      await expect(page.getByText('Nothing is waiting to be sent.')).toBeVisible({ timeout: 240_000 })
      await page.keyboard.press('Escape')
    },
  })
  expect([made, dropped]).toEqual([[...names.filter((_, index) => index !== 2), names[2]], 5])
})

test('what waits when the last tab is closed is sent by the worker', async ({ page, context, faults }) => {
  faults.expect(/ERR_|Failed to load resource/)
  await signIn(page, people.northmereAdmin)
  await page.goto('/settings')
  await controlled(page)
  // Only this tab has no line.
  await page.route('**/api/create-filter-template', (route) => route.abort('connectionreset'))
  const name = `Left behind ${Date.now()}`
  await putOnDevice(page, 'queue', waitingTemplates([name], 'accommodation_type', 'flat'), true)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Waiting to be sent/ })).toBeVisible()
  const other = await context.newPage()
  expect(await templatesOf(other)).not.toContain(name)
  const sayConnected = await findWorker(context, other)
  await page.close()
  // As browsers do, again while something waits.
  await expect(async () => {
    await sayConnected()
    expect(await templatesOf(other)).toContain(name)
  }).toPass()
})

/** @returns how to have the browser tell the worker that there is a connection: by itself it does so within minutes */
async function findWorker(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page)
  const found: { registrationId: string; scopeURL: string }[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => found.push(...registrations))
  await session.send('ServiceWorker.enable')
  await expect.poll(() => found.length).toBeGreaterThan(0)
  const [{ registrationId, scopeURL }] = found as [(typeof found)[number]]
  return async () => {
    const event = { origin: new URL(scopeURL).origin, registrationId, tag: 'send-queue', lastChance: false }
    await session.send('ServiceWorker.dispatchSyncEvent', event)
  }
}
