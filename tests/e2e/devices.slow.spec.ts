import { atRest, countOf, expect, filterPanel, people, shownCount, test } from './doorstep'
import { GLANMOR } from './organisations'

const devices = [
  { name: 'laptop', isTouch: false, windows: [{ width: 1440, height: 900 }] },
  {
    name: 'tablet, lying and standing, and phone',
    isTouch: true,
    windows: [
      { width: 1180, height: 820 },
      { width: 820, height: 1180 },
      { width: 390, height: 844 },
    ],
  },
]

for (const { name, isTouch, windows } of devices) {
  test.describe(name, () => {
    test.use({ hasWebgl: true, hasTouch: isTouch })

    test('nothing is wider than the window', async ({ page, loginTo, navigate }) => {
      const expectFits = async (path: string) => {
        for (const size of windows) {
          await page.setViewportSize(size)
          // What the page renders otherwise at this size comes a frame later.
          await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))
          await atRest(page)
          const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          await expect.poll(overflow, `${path} at ${size.width} × ${size.height}`).toBeLessThanOrEqual(0)
        }
      }
      await page.goto('/login')
      await expectFits('/login')
      await loginTo(people.superAdmin, GLANMOR)
      for (const path of [
        '/',
        '/settings',
        '/settings/audit',
        '/support',
        '/support/policy',
        '/campaigns',
        '/campaigns/new',
      ]) {
        await navigate(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        // Tables widen a page, and they come later.
        await atRest(page)
        await expectFits(path)
      }
    })
  })
}

test.describe('phone', () => {
  test.use({ hasWebgl: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('targets are 44 pixels high; a filter is applied in its sheet, and the households are listed', async ({
    page,
    login,
    navigate,
  }) => {
    await page.goto('/login')
    const email = page.getByPlaceholder('Enter your email address')
    await email.fill('someone@northmere.example')
    for (const target of [email, page.getByRole('button', { name: 'Continue' })]) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }

    await login(people.glanmorAdmin)
    await navigate('/')
    await shownCount(page).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    const panel = await filterPanel(page)
    await panel.getByRole('heading', { level: 3, name: 'Home' }).getByRole('button').tap()
    await panel.getByText('Flat', { exact: true }).tap()
    await expect(panel.getByRole('button', { name: '1 applied', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Back to the map' }).tap()
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
    await page.getByText('List', { exact: true }).tap()
    await expect(page.getByRole('region', { name: 'List of households' }).getByRole('row').nth(1)).toBeVisible()
    const flats = await countOf(page, {
      filter_request_list: [{ filter_name: 'accommodation_type', filter_value_list: ['flat'] }],
    })
    await expect(shownCount(page, flats)).toBeAttached()
  })
})

test.describe('map', () => {
  test.use({ hasWebgl: true, hasTouch: true, isMobile: true })

  test('has most of a tablet and half of a phone, both ways up, with its buttons in sight', async ({
    page,
    login,
    navigate,
  }) => {
    await login(people.glanmorAdmin)
    await page.setViewportSize({ width: 1024, height: 768 })
    await navigate('/')
    await shownCount(page).waitFor({ state: 'attached' })
    for (const [width, height, share] of [
      [1024, 768, 0.6],
      [390, 844, 0.5],
      [740, 360, 0.5],
      [844, 390, 0.5],
    ] as const) {
      await page.setViewportSize({ width, height })
      const map = page.getByRole('application')
      const shareOf = async () => {
        const box = await map.boundingBox()
        return box ? (box.width * (Math.min(height, box.y + box.height) - box.y)) / (width * height) : 0
      }
      await expect.poll(shareOf, `${width} × ${height}`).toBeGreaterThanOrEqual(share)
      for (const name of ['Zoom in', 'Zoom out', 'Draw an area', 'Actions', 'Filters'])
        await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
      const figures = page.getByRole('region', { name: 'Headline figures' }).locator('dd')
      if (height > 480) for (const figure of await figures.all()) await expect(figure).toBeInViewport({ ratio: 1 })
    }
  })
})
