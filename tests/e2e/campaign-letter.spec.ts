import type { Page } from '@playwright/test'
import { exampleDocument, paragraph } from '../../src/server/modules/letters/testing/documents'
import { eligible, fill, nextButton, openForm } from './campaignForm'
import { expect, expectAccessible, people, test } from './doorstep'

/* The letter channel of Preview Campaign: an existing template, or a Word document of one's own. */

const SPRING = '/files/templates/pension_credit/spring_letter.pdf'
/** The least that a browser's viewer takes for a PDF. */
const A_PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'

const upload = 'Upload a new Word (.docx) document'
const existing = 'Choose from existing templates'
const picker = (page: Page) => page.getByLabel('Word document', { exact: true })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send for Review' })
const docx = (name: string, buffer = exampleDocument()) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer,
})

async function openLetter(page: Page, name = 'A letter'): Promise<void> {
  await openForm(page)
  await fill(page, name, 'Pension Credit', 'Letter')
  await eligible(page, 'Letter').waitFor()
  await nextButton(page).click()
  await page.getByRole('heading', { level: 1, name: 'Preview Campaign' }).waitFor()
}
const openUpload = async (page: Page) => {
  await openLetter(page)
  await page.getByText(upload).click()
}

test.beforeEach(async ({ login }) => {
  await login(people.northmereAdmin)
})

test('an existing letter is chosen and shown; its address is asked for again when it has expired', async ({ page, faults }) => {
  faults.expect(/status of 403/)
  let asked = 0
  await page.route('**/api/all-letter-templates', (route) => {
    asked += 1
    const address = `${SPRING}?expires=${asked}`
    return route.fulfill({ json: [{ id: 'spring.docx', letter_template_signed_url: address }] })
  })
  await page.route(`**${SPRING}*`, (route) =>
    route.request().url().endsWith('expires=1')
      ? route.fulfill({ status: 403, json: { detail: 'This address is not valid.', code: 'x' } })
      : route.fulfill({ contentType: 'application/pdf', body: A_PDF }),
  )
  await openLetter(page)
  await expect(page.getByText('Please choose a template')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Please select a template' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Please select a template' }).click()
  await page.getByRole('option', { name: 'Pension Credit: spring_letter' }).click()
  const frame = page.getByTitle('Letter Preview')
  await expect(frame).toHaveAttribute('src', `${SPRING}?expires=2#navpanes=0&view=FitH`)
  await expect(sendButton(page)).toBeVisible()
  await page.getByText(upload).click()
  await expect(frame).toHaveCount(0)
  await expect(page.getByText('Please choose a template')).toBeVisible()
  await page.getByText(existing).click()
  await expect(frame).toBeVisible()
})

test('without a template there is whom to write to', async ({ page }) => {
  await page.route('**/api/all-letter-templates', (route) => route.fulfill({ json: [] }))
  await openLetter(page)
  await expect(page.getByRole('heading', { name: 'Letter Template Not Found' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    'It looks like we do not have your template on file. Please contact your account manager or email support@doorstep.example.',
  )
  await expectAccessible(page)
})

test('a Word document is uploaded, seen where the server makes PDFs, and goes for review', async ({ page }) => {
  const name = `By post ${Date.now()}`
  await openLetter(page, name)
  await page.getByText(upload).click()
  await expectAccessible(page)
  const presigned = page.waitForRequest('**/api/upload-campaign-template-presigned-url')
  await picker(page).setInputFiles(docx('  My  Letter.docx'))
  expect((await presigned).postDataJSON()).toMatchObject({ benefit_name: 'pension_credit', file_name: 'my_letter.docx' })
  await expect(page.getByText(/^Upload complete: +My +Letter\.docx$/)).toBeVisible()
  // LibreOffice is not everywhere.
  await expect(page.getByTitle('Letter Preview').or(page.getByText('Preview comes with the review'))).toBeVisible()
  await expectAccessible(page)
  await sendButton(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send for Review' }).click()
  await expect(page).toHaveURL('/campaigns')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Letter')
})

test('an upload says that it goes on, and can be cancelled', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/files/**', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue().catch(() => {})
  })
  await openUpload(page)
  await picker(page).setInputFiles(docx('letter.docx'))
  await expect(page.getByText('Uploading...', { exact: true })).toBeVisible()
  await expect(picker(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel Upload' }).click()
  await expect(page.getByText('Upload cancelled.')).toBeVisible()
  await expect(picker(page)).toBeEnabled()
  await expect(page.getByText('Please choose a template')).toBeVisible()
  release()
})

test('what goes wrong on the way is said as it is', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED|Failed to load resource/)
  await openUpload(page)
  await page.route('**/files/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await picker(page).setInputFiles(docx('letter.docx'))
  await expect(page.getByText('Upload failed - please try again.')).toBeVisible()
  await page.unroute('**/files/**')
  await page.route('**/api/upload-campaign-template-presigned-url', (route) => route.fulfill({ json: { put_presigned_url: '', s3_key: 'k' } }))
  await picker(page).setInputFiles(docx('letter.docx'))
  await expect(page.getByText('Invalid presigned URL from server')).toBeVisible()
  await picker(page).setInputFiles([])
  await expect(page.getByText('No file provided')).toBeVisible()
})

test('a document that is no template is refused with why, and nothing is chosen', async ({ page, faults }) => {
  faults.expect(/status of 422/)
  await openUpload(page)
  const refused = async (file: ReturnType<typeof docx>, words: RegExp) => {
    await picker(page).setInputFiles(file)
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(page.getByText('Please choose a template')).toBeVisible()
  }
  await refused(docx('empty.docx', Buffer.alloc(0)), /The file is empty\./)
  await refused(docx('large.docx', Buffer.alloc(11 * 1024 * 1024)), /larger than 10 MB/)
  await refused(docx('letter.pdf'), /name ends in \.docx/)
  await refused(docx('really_a.docx', Buffer.from(A_PDF)), /Word|document/)
  await refused(docx('surname.docx', exampleDocument({ body: paragraph('Dear ((surname))') })), /\(\(surname\)\)/)
})
