import { expect, expectAccessible, test } from './doorstep'
import { templatesOf } from './filterTemplates'
import { sendQueued } from './queueJourney'

/* The queue with the worker on. A hundred and twenty drops: `npm run bench queue`. */

test.use({ serviceWorkers: 'allow' })

test('25 queued templates, three tabs, 5 line drops and a server that breaks on the third: each there once, the others in order', async ({
  page,
  context,
  faults,
}) => {
  test.setTimeout(300_000)
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
