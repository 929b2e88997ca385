import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { findLibreOffice } from '../../src/server/clients/libreOffice'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { choose, eligible, fill, nextButton, openForm, optionsOf } from './campaignForm'
import { fact, listRow, modal, untilPrepared } from './campaignList'
import { expect, expectAccessible, filterPanel, people, shownCount, test } from './doorstep'
import { draftsKept } from './installed'
import { NORTHMERE } from './organisations'
import { expectInFrame } from './reflow'
import { FLATS } from './selection'

/*
 * A text and a letter campaign the whole way, as a council's officer and a super administrator take it: filters on
 * the map, form, preview, Send for Review, review, Send, and what became of each household's message. axe reads each
 * screen on the way, in both schemes.
 */

/** A selection that few households match: letters take their time. */
const FEW = {
  ...FLATS,
  health: { carer: { displayName: 'Carer', selectedValues: [{ id: 'true', displayName: 'Yes' }] } },
}

const confirm = (page: Page) => page.getByRole('alertdialog', { name: 'Please Confirm' })
const sendForReview = (page: Page) => page.getByRole('button', { name: 'Send for Review' })
const numberIn = (text: string | null) => Number(text?.replaceAll(/\D/g, ''))
/** How many households the form says that it reaches. */
const reached = async (page: Page, channel: string) => numberIn(await eligible(page, channel).textContent())
const inState = (page: Page, state: string) =>
  page.getByRole('button', { name: new RegExp(`^[\\d,]+ ${state}: show these households$`) })

test('a text campaign, from filters on the map to a text on every phone', async ({
  page,
  login,
  loginTo,
  navigate,
}) => {
  const name = 'Texts <3 flats'
  await login(people.northmereAdmin)
  await navigate('/')
  await shownCount(page).waitFor({ state: 'attached' })
  const filters = await filterPanel(page)
  await filters.getByRole('button', { name: 'Home', exact: true }).click()
  await filters.getByText('Flat', { exact: true }).click()
  await filters.getByRole('button', { name: '1 applied', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Create new campaign' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create new campaign')
  await expect(nextButton(page)).toBeDisabled()
  await expectAccessible(page)
  expect(await optionsOf(page, 'Campaign Type')).toEqual([
    'Pension Credit',
    'Healthy Start',
    'Attendance Allowance',
    'Custom',
  ])
  await fill(page, name)
  await eligible(page).waitFor()
  await expect(page.getByRole('list', { name: 'How the number comes about' }).getByRole('listitem')).toHaveText([
    /^Eligible for Pension Credit/,
    /^A valid UK mobile/,
    /^Not marked/,
    /included/,
  ])
  await page.getByRole('checkbox', { name: 'Exclude households already contacted' }).press('Space')
  await expect(page.getByText('Not contacted in the previous month')).toBeVisible()
  const count = await reached(page, 'SMS')
  await expectAccessible(page)
  await expectInFrame(page, nextButton(page))
  await page.getByRole('button', { name: 'Review Selected Filters' }).click()
  await expect(page.getByRole('dialog', { name: 'Selected filters' })).toContainText('Accommodation typeFlat')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await nextButton(page).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preview Campaign')
  await expect(page).toHaveURL(/\/campaigns\/new\/[\da-f-]{36}$/)
  const address = page.url()
  await expectInFrame(page, page.getByText('Please choose a template'))
  await page.getByRole('button', { name: /^Pension Credit: invitation to claim/ }).click()
  const phone = page.getByRole('figure', { name: 'Message preview' })
  await expect(phone).toContainText(/5G.*100%.*Delivered \d\d:\d\d$/)
  const box = await phone.boundingBox()
  expect([box?.width, box?.height]).toEqual([320, 640])
  // It is chosen for good: the draft has it.
  await expect.poll(() => draftsKept(page)).toMatch(/"smsTemplateId":"?\d/)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Pension Credit: invitation to claim/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectAccessible(page)
  await expectInFrame(page, sendForReview(page))
  await sendForReview(page).click()
  await expectAccessible(page)
  await expectInFrame(page, confirm(page).getByRole('button', { name: 'Send for Review' }))
  await confirm(page).getByRole('button', { name: 'Send for Review' }).dblclick()
  await expect(page).toHaveURL('/campaigns')
  await expect(page.getByText(`“${name}” was sent for review.`)).toBeVisible()
  await expect(listRow(page, name)).toHaveCount(1)
  await expect(listRow(page, name).getByRole('button')).toHaveText(['Export'])
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign not found')

  await loginTo(people.superAdmin, NORTHMERE)
  const review = await untilPrepared(page, name)
  await expect(listRow(page, name)).toContainText('sent to api')
  const recipients = numberIn(await listRow(page, name).getByRole('cell').first().textContent())
  // Households without something that the message needs are listed, and not written to.
  expect(recipients).toBeLessThanOrEqual(count)
  await expectAccessible(page)
  // Of the first whose turn it is: other tests' campaigns may stand above this one.
  await expectInFrame(page, page.getByRole('region', { name: 'Your turn' }).getByRole('link').first())
  await review.click()
  await expect(modal(page)).toContainText(
    `There are ${recipients} households eligible for this campaign. Click below to review the entire list.`,
  )
  await expectAccessible(page)
  await expectInFrame(page, modal(page).getByRole('button', { name: 'Confirm' }))
  const downloading = page.waitForEvent('download')
  await modal(page).getByRole('button', { name: 'Download the list (CSV)' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + count)
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(modal(page)).toContainText('Are you sure you want to send the campaign?')
  // What comes in until then moves the buttons.
  await expect(modal(page)).toContainText('What an invented household gets')
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  // Reviewed campaigns begin with the question.
  await listRow(page, name).getByRole('button', { name: 'Send', exact: true }).click()
  const send = modal(page).getByRole('button', { name: `Send ${recipients} text messages` })
  await expect(send).toBeEnabled()
  await expectAccessible(page)
  await expectInFrame(page, send)
  await send.dblclick()
  await expect(modal(page)).toHaveCount(0)

  // The list and the summary follow it by themselves.
  await expect(listRow(page, name)).toContainText('Complete', { timeout: 120_000 })
  await listRow(page, name).getByRole('link', { name: 'View details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign summary')
  await expect(fact(page, 'Campaign Name')).toHaveText(name)
  await inState(page, 'delivered').waitFor({ timeout: 120_000 })
  await expect(inState(page, 'sending')).toHaveCount(0, { timeout: 120_000 })
  await inState(page, 'delivered').click()
  await expect(page.getByRole('table', { name: 'Households and the state of their message' })).toContainText(
    'Delivered',
  )
  await expectAccessible(page)
  await expectInFrame(page)
  const households = page.getByRole('table', { name: 'Households and the state of their message' })
  const reference = await households.getByRole('rowheader').first().textContent()
  await page.goto('/replies')
  await page.getByRole('searchbox').fill(reference ?? '')
  await page.getByRole('list', { name: 'Households found' }).getByRole('button').first().click()
  await page.getByText('What came back?').waitFor()
  await expectInFrame(page, page.getByText('Wants help to claim', { exact: true }).first())
})

/** A Word document with Pension Credit in it, as a picker gets it. */
const docx = (name: string, buffer = exampleDocument()) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer,
})

test('a letter campaign, from a Word document to letters with the printer', async ({
  page,
  login,
  loginTo,
  faults,
}) => {
  faults.expect(/status of (422|503)/)
  const name = 'By post'
  await login(people.northmereAdmin)
  await openForm(page, '/campaigns/new', FEW)
  await fill(page, name, 'Pension Credit', 'Letter')
  await eligible(page, 'Letter').waitFor()
  await nextButton(page).click()

  const frame = page.getByTitle('Letter Preview')
  await page.getByRole('button', { name: 'Please select a template' }).waitFor()
  await expectAccessible(page)
  await choose(page, 'Please select a template', 'Pension Credit: invitation_to_claim')
  await expect(frame).toHaveAttribute('src', /invitation_to_claim\.pdf\?.*#navpanes=0&view=FitH$/)
  await expectAccessible(page)
  await page.getByText('Upload a new Word (.docx) document').click()
  await expect(frame).toHaveCount(0)
  await expect(page.getByText('Please choose a template')).toBeVisible()
  const picker = page.getByLabel('Word document', { exact: true })
  await picker.setInputFiles(docx('surname.docx', exampleDocument({ body: wordParagraph('Dear ((surname))') })))
  // With the page as a picture, unless the machine is too busy to draw one.
  await expect(page.getByText('((surname)) is not a placeholder').first()).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText('Please choose a template')).toBeVisible()
  const presigned = page.waitForRequest('**/api/upload-campaign-template-presigned-url')
  await picker.setInputFiles(docx('  My  Letter.docx'))
  expect((await presigned).postDataJSON()).toMatchObject({
    benefit_name: 'pension_credit',
    file_name: 'my_letter.docx',
  })
  // Where both cores draw maps, LibreOffice may not get its turn within the seconds that an upload has.
  const isUploaded = page.getByText(/^Upload complete: +My +Letter\.docx$/)
  const isBusy = page.getByRole('alert').filter({ hasText: /try again|takes too long/ })
  await expect(async () => {
    await expect(isUploaded.or(isBusy)).toBeVisible({ timeout: 120_000 })
    if (await isBusy.isVisible()) await picker.setInputFiles(docx('  My  Letter.docx'))
    await expect(isUploaded).toBeVisible()
  }).toPass()
  await expect(frame.or(page.getByText('Preview comes with the review'))).toBeVisible()
  await expectAccessible(page)
  await expectInFrame(page, sendForReview(page))
  await sendForReview(page).click()
  await confirm(page).getByRole('button', { name: 'Send for Review' }).click()
  await expect(listRow(page, name)).toContainText('Awaiting approval')
  await expect(listRow(page, name)).toContainText('Letter')

  if ((await findLibreOffice(process.env.SOFFICE_PATH)) === undefined) {
    process.stderr.write(
      'Left out, because LibreOffice is not installed: reviewing and sending a campaign of letters in a browser\n',
    )
    return
  }
  await loginTo(people.superAdmin, NORTHMERE)
  await (await untilPrepared(page, name, 'Print & Post')).click()
  const recipients = numberIn(await listRow(page, name).getByRole('cell').first().textContent())
  await expectAccessible(page)
  let url = ''
  await page.route('**/api/campaign-print-pack*', async (route) => {
    const response = await route.fetch()
    url = ((await response.json()) as { url: string }).url
    await route.fulfill({ response })
  })
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    modal(page).getByRole('button', { name: 'Download the print pack (PDF)' }).click(),
  ])
  await expect.poll(() => url).not.toBe('')
  const pack = await PDFDocument.load(await (await page.request.get(url)).body())
  expect(pack.getPageCount()).toBe(recipients)
  await tab.close()
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(modal(page).getByTitle('Letter Preview')).toBeVisible()
  const send = modal(page).getByRole('button', { name: new RegExp(`^Send ${recipients} letters?$`) })
  await expectInFrame(page, send)
  await send.click()
  await expect(modal(page)).toHaveCount(0)
  await expect(listRow(page, name)).toContainText('Complete', { timeout: 120_000 })
  await listRow(page, name).getByRole('link', { name: 'View details' }).click()
  await expect(fact(page, 'Communication Channel')).toHaveText('Letter')
  await expect(inState(page, 'prepared')).toHaveCount(0)
  await expect(
    page.getByText('With the printer; not posted yet.').or(page.getByText('It was printed and posted.')),
  ).toBeVisible()
})
