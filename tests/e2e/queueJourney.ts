/** Work that waits for the line, sent by three tabs over a line that drops. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, people, signIn } from './doorstep'
import { templatesOf } from './filterTemplates'
import { putOnDevice, waitingTemplates } from './installed'

interface Journey {
  readonly page: Page
  readonly context: BrowserContext
  /** So many templates wait, and the connection drops so often in their middle. */
  readonly count: number
  readonly drops: number
  /** What is done while the server answers 500 to the third of these names, until it is mended. */
  readonly whileBroken?: (names: readonly string[], mend: () => void) => Promise<void>
}

/** Sends them all. @returns the names as they were queued, those that the server has in the order of their making, and the drops. */
export async function sendQueued({ page, context, count, drops, whileBroken }: Journey) {
  await signIn(page, people.northmereAdmin)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  const prefix = `Field ${Date.now()}`
  const names = Array.from({ length: count }, (_, index) => `${prefix} ${String(index).padStart(3, '0')}`)
  // As they lie on the device after a day offline.
  await putOnDevice(page, 'queue', waitingTemplates(names, 'accommodation_type', 'flat'), true)

  let isBroken = whileBroken !== undefined
  let sent = 0
  let dropped = 0
  await context.route('**/api/create-filter-template', async (route) => {
    if (isBroken && (route.request().postData() ?? '').includes(names[2] ?? '')) {
      return route.fulfill({ status: 500, json: { detail: 'It broke.', code: 'internal' } })
    }
    // Every fifth request is lost, by turns before it reaches the server and after it was done.
    sent += 1
    if (sent % 5 !== 0 || dropped === drops) return route.continue()
    dropped += 1
    if (dropped % 2 === 0) await route.fetch()
    return route.abort('connectionreset')
  })
  const others = [await context.newPage(), await context.newPage()]
  await Promise.all([page, ...others].map((tab) => tab.goto('/settings')))
  await whileBroken?.(names, () => {
    isBroken = false
  })

  const made = async () => (await templatesOf(page)).filter((name) => name.startsWith(prefix))
  await expect.poll(async () => (await made()).length, { timeout: 240_000, intervals: [1_000] }).toBe(count)
  await expect(page.getByRole('button', { name: /^Waiting to be sent/ })).toHaveCount(0)
  return { names, made: await made(), dropped }
}
