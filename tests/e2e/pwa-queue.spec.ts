import { z } from 'zod'
import { getAllFilters } from '#contract/filters'
import { templateListItemSchema } from '#contract/templates'
import { expect, people, signIn, test } from './doorstep'
import { putOnDevice, waitingTemplates } from './installed'

/* Work that waits for the line (decision 39): a hundred templates, three tabs, a line that drops twenty times. */

test.use({ serviceWorkers: 'allow' })

const HUNDRED = 100
const DROPS = 20

test('100 queued templates, three tabs and 20 line drops: each on the server once, in order', async ({ page, context, faults }) => {
  faults.expect(/ERR_|Failed to load resource|status of 500/)
  await signIn(page, people.northmereAdmin)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  const prefix = `Field ${Date.now()}`
  const nameOf = (index: number) => `${prefix} ${String(index).padStart(3, '0')}`

  const catalogue = getAllFilters.reply.parse(await (await page.request.get(getAllFilters.path)).json())
  const filter = catalogue.flatMap((category) => category.subcategories.flatMap(({ filters }) => filters)).find((one) => one.type === 'checkbox_multiple')

  // Queued as they lie on the device after a day without a line.
  const names = Array.from({ length: HUNDRED }, (_, index) => nameOf(index))
  await putOnDevice(page, 'queue', waitingTemplates(names, filter!.filter_name, filter!.filter_values[0]!.name))

  // The line drops: every fifth request is lost, by turns before it reaches the server and after it was done.
  let sent = 0
  let drops = 0
  await context.route('**/api/create-filter-template', async (route) => {
    sent += 1
    if (sent % 5 !== 0 || drops === DROPS) return route.continue()
    drops += 1
    if (drops % 2 === 0) await route.fetch()
    return route.abort('connectionreset')
  })
  const others = [await context.newPage(), await context.newPage()]
  await Promise.all([page, ...others].map((tab) => tab.goto('/settings')))

  const made = async () => {
    const reply = await page.request.get('/api/user-filter-templates')
    return z.array(templateListItemSchema).parse(await reply.json()).filter((one) => one.filter_template_name.startsWith(prefix))
  }
  await expect.poll(async () => (await made()).length, { timeout: 100_000, intervals: [1_000] }).toBe(HUNDRED)
  await expect(page.getByRole('button', { name: /^Waiting to be sent/ })).toHaveCount(0)
  const inOrderOfMaking = (await made()).sort((a, b) => a.template_id - b.template_id).map((one) => one.filter_template_name)
  expect(inOrderOfMaking).toEqual(names)
  expect(drops).toBe(DROPS)
})

test.describe.configure({ timeout: 150_000 })
