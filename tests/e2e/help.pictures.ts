/** Makes the pictures of /help from the product as it is: `npm run help:pictures`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { PICTURE_SIZE } from '../../src/app/features/support/help/pictureSize'
import { eligible, fill, nextButton, openForm } from './campaignForm'
import { atRest, expect, filterPanel, people, shownCount, test } from './doorstep'
import { createButton } from './filterTemplates'
import { beginWith } from './selection'

const FOLDER = join(import.meta.dirname, '../../src/app/features/support/help/pictures')
const BYTES = 40_000
/** So wide that what is beside the navigation is as wide as a picture. */
const WINDOW = { width: 232 + PICTURE_SIZE.width, height: 1100 }

test.use({ viewport: WINDOW, colorScheme: 'light' })

/** What is beside the navigation, from `top` on. */
async function picture(page: Page, name: string, top: Locator): Promise<void> {
  await atRest(page)
  await top.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const y = ((await top.boundingBox())?.y ?? 0) - 16
  await save(page, name, { x: 232, y: Math.min(Math.max(0, y), WINDOW.height - PICTURE_SIZE.height) })
}

async function save(page: Page, name: string, corner: { x: number; y: number }, scale = 1): Promise<void> {
  const size = { width: PICTURE_SIZE.width * scale, height: PICTURE_SIZE.height * scale }
  const shot = sharp(await page.screenshot({ clip: { ...corner, ...size } })).resize(PICTURE_SIZE)
  for (let quality = 85; ; quality -= 10) {
    const webp = await shot.clone().webp({ quality, effort: 6 }).toBuffer()
    if (webp.length <= BYTES) return writeFileSync(join(FOLDER, `${name}.webp`), webp)
    expect(quality, `${name} has ${webp.length} bytes`).toBeGreaterThan(40)
  }
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test.beforeEach(({ login }) => login(people.northmereAdmin))

test.describe('the map', () => {
  test.use({ hasWebgl: true, viewport: { width: 1440, height: 936 } })

  test('filters and map', async ({ page, navigate }) => {
    await navigate('/')
    const panel = await filterPanel(page)
    await panel.getByPlaceholder('Search for a filter...').fill('pensioner')
    await page.getByRole('option').first().click()
    await shownCount(page).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Show all households' }).click()
    await page.waitForLoadState('networkidle')
    await atRest(page)
    await save(page, 'find-households', { x: 0, y: 0 }, 1.8)
  })
})

test('a template', async ({ page, navigate }) => {
  await navigate('/')
  await page.setViewportSize({ width: 1440, height: 936 })
  const panel = await filterPanel(page)
  await panel.getByPlaceholder('Search for a filter...').fill('pensioner')
  await page.getByRole('option').first().click()
  await createButton(page).click()
  await page.getByRole('textbox', { name: 'Template name' }).fill('Pensioners')
  const dialog = await page.getByRole('dialog').boundingBox()
  await save(page, 'save-filter', { x: (1440 - PICTURE_SIZE.width) / 2, y: (dialog?.y ?? 0) - 40 })
})

test('a text campaign', async ({ page }) => {
  await openForm(page)
  await fill(page, 'Pension Credit, winter')
  await eligible(page).waitFor()
  await picture(page, 'campaign-details', title(page))
  await nextButton(page).click()
  await page.getByRole('group', { name: 'Templates' }).getByRole('button').first().click()
  await picture(page, 'text-preview', page.getByRole('figure', { name: 'Message preview' }))
})

test('a letter campaign', async ({ page, navigate }) => {
  await navigate('/campaigns/templates')
  await page.getByRole('button', { name: 'Pension Credit', exact: true }).click()
  await picture(page, 'letter-examples', heading(page, 'Examples to begin from'))
  await openForm(page)
  await fill(page, 'Pension Credit, letters', 'Pension Credit', 'Letter')
  await eligible(page, 'Letter').waitFor()
  await nextButton(page).click()
  await page.getByText('Choose from existing templates').click()
  await page.getByRole('button', { name: 'Template' }).click()
  await page.getByRole('option').first().click()
  await picture(page, 'letter-preview', heading(page, 'Choose your Letter'))
})

test('replies', async ({ page, navigate }) => {
  await navigate('/replies')
  await page.getByLabel(/^Name, street, postcode/).fill('Taylor')
  await page.getByRole('list', { name: 'Households found' }).getByRole('button').first().click()
  await page.getByText('Wants help to claim').click()
  await picture(page, 'replies', page.getByRole('heading', { name: /Taylor$/ }))
})

test('received texts', async ({ page, navigate }) => {
  await navigate('/replies')
  await page.getByText('Is this real?').waitFor()
  await picture(page, 'received-texts', heading(page, 'Texts that came in'))
})

test('a month', async ({ page, navigate }) => {
  // Everybody else may hand one over.
  await page.route('/api/months', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), is_demo: false } })
  })
  await navigate('/settings/data')
  await picture(page, 'month', title(page))
  await page.getByRole('button', { name: 'Make a token' }).click()
  await page.getByLabel(/^What will use it/).fill('Monthly job')
  await page.getByRole('button', { name: 'Make', exact: true }).click()
  await page.getByRole('button', { name: 'Copy token' }).waitFor()
  await page.keyboard.press('Escape')
  await picture(page, 'month-tokens', heading(page, 'Months from a job'))
})

test('rights', async ({ page, navigate }) => {
  await navigate('/settings/rights')
  await page.getByLabel(/^Name, street, postcode/).fill('Taylor')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('button', { name: /^Open/ }).first().click()
  await picture(page, 'rights', page.getByRole('heading', { name: /^Household NM/ }))
})

test('a visit round', async ({ page, navigate }) => {
  await navigate('/settings/data-protection')
  await page.getByText('Staff may load visit rounds').click()
  await page.getByRole('form', { name: 'Visit rounds' }).getByRole('button', { name: 'Save' }).click()
  await beginWith(page, {
    health_and_care: {
      unpaid_carer: { displayName: 'Unpaid carer', selectedValues: [{ id: 'true', displayName: 'Yes' }] },
    },
  })
  await navigate('/visits')
  await picture(page, 'visit-round', title(page))
})

test('a report', async ({ page, navigate }) => {
  await navigate('/campaigns/1')
  await heading(page, 'What the campaign caused').waitFor()
  await picture(page, 'report', title(page))
})

test('people', async ({ page, navigate }) => {
  await navigate('/settings/people')
  await picture(page, 'people', title(page))
})
