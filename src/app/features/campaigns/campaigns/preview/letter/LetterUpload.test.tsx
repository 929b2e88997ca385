import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TEMPLATE_CONTENT_TYPE } from '#contract/campaigns/letters'
import { setOnline } from '../../../../../state/connectivity'
import { type SeenUpload } from '../../../../../testing/fakeUpload'
import { ADD, keptDrafts, openCampaigns, SNAPSHOT } from '../../testing/campaigns'
import {
  ACCEPT,
  aFile,
  letterAnswers,
  cleanUploadsForEachTest,
  LETTER_DRAFT,
  kept,
  LETTER_LIST,
  openLetterChoice,
  pick,
  picker,
  PRESIGN,
  toUpload,
  letterUploads,
} from '../../testing/letterChoice'
import { confirm, sendButton } from '../../testing/preview'

cleanUploadsForEachTest()

/** Chooses a letter and uploads it whole; what becomes of it is in `letterAnswers`. */
async function upload() {
  const opened = await openLetterChoice()
  await toUpload(opened)
  await pick(opened, aFile())
  await waitFor(() => expect(letterUploads).toHaveLength(1))
  act(() => letterUploads[0]?.answer(200))
  return opened
}

test('what is changed while a document is on its way stays changed', async () => {
  letterAnswers[SNAPSHOT] = { json: { snapshot: '2026-11-01', formatted_snapshot: 'November 2026' } }
  const opened = await openLetterChoice()
  await toUpload(opened)
  await pick(opened, aFile())
  await waitFor(() => expect(letterUploads).toHaveLength(1))
  await opened.user.click(await screen.findByRole('button', { name: 'Use November 2026 data' }))
  await act(async () => letterUploads[0]!.answer(200))
  await screen.findByText(/^Upload complete:/)
  expect(keptDrafts()[0]).toMatchObject({ letterTemplateId: 'k/new.docx', snapshot: '2026-11-01' })
})

test('a document is uploaded under its cleaned name, with its progress, and chosen', async () => {
  const opened = await openLetterChoice()
  await toUpload(opened)
  await pick(opened, aFile())
  expect(await screen.findByText('Uploading...')).toBeTruthy()
  expect(picker().disabled).toBe(true)
  await waitFor(() => expect(letterUploads).toHaveLength(1))
  expect(opened.seen.find(({ path }) => path === PRESIGN)?.body).toEqual({
    benefit_name: 'pension_credit',
    file_name: 'my_new_letter.docx',
    file_size: 2,
  })
  expect(letterUploads[0]).toMatchObject({
    address: '/files/up?signature=s',
    headers: { 'content-type': TEMPLATE_CONTENT_TYPE, 'if-none-match': '*' },
  })
  act(() => letterUploads[0]?.progress(1, 2))
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(50)
  act(() => letterUploads[0]?.answer(200))
  expect((await screen.findByText(/^Upload complete:/)).textContent).toBe('Upload complete:  My  New\tLetter.docx')
  expect(opened.seen.find(({ path }) => path === ACCEPT)?.body).toEqual({ s3_key: 'uploads/1/new.docx' })
  // It is offered in no other draft.
  expect(opened.seen.findLast(({ path }) => path === LETTER_LIST)?.body).toEqual({
    benefit_name: 'pension_credit',
    uploaded: 'k/new.docx',
  })
  expect(kept()).toBe('k/new.docx')
  expect(picker().disabled).toBe(false)
  expect((await screen.findByTitle<HTMLIFrameElement>('Letter Preview')).getAttribute('src')).toBe(
    '/files/t/pension_credit/new.pdf?expires=1#navpanes=0&view=FitH',
  )
  // It stays chosen while somebody looks at the others.
  await opened.user.click(screen.getByRole('radio', { name: 'Choose from existing templates' }))
  expect(kept()).toBeNull()
  await toUpload(opened)
  expect(screen.getByText(/^Upload complete:/)).toBeTruthy()
  expect(kept()).toBe('k/new.docx')
  // Disabled while households are counted.
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await opened.user.click(sendButton())
  await opened.user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  await waitFor(() => expect(opened.router.state.location.pathname).toBe('/campaigns'))
  expect(opened.seen.find(({ path }) => path === ADD)?.body).toMatchObject({
    campaign_request: { channel_name: 'print_and_post', template_s3_key: 'k/new.docx', sms_template_id: null },
  })
})

test('where no PDF is made, the preview comes with the review', async () => {
  letterAnswers[ACCEPT] = { json: { id: 'k/new.docx', letter_template_signed_url: null } }
  const opened = await upload()
  await screen.findByText('Preview comes with the review')
  expect(screen.getByRole('button', { name: 'Send for Review' })).toBeTruthy()
  opened.unmount()
  openCampaigns(`/campaigns/new/${LETTER_DRAFT}`)
  expect(await screen.findByText('Preview comes with the review')).toBeTruthy()
})

test('an upload can be cancelled, and leaves nothing chosen', async () => {
  const opened = await openLetterChoice()
  await toUpload(opened)
  await pick(opened, aFile())
  await waitFor(() => expect(letterUploads).toHaveLength(1))
  await opened.user.click(screen.getByRole('button', { name: 'Cancel Upload' }))
  expect(screen.getByText('Upload cancelled.')).toBeTruthy()
  expect(letterUploads[0]?.isAborted).toBe(true)
  act(() => letterUploads[0]?.answer(200))
  expect(screen.queryByText(/Upload complete/)).toBeNull()
  expect(kept()).toBeNull()
  expect(screen.getByText('Please choose a template')).toBeTruthy()
})

test.each<[string, (upload: SeenUpload) => void]>([
  ['a bad response', (upload) => upload.answer(403)],
  ['a network error', (upload) => upload.fail()],
])('%s: Upload failed - please try again.', async (_, break_) => {
  const opened = await openLetterChoice()
  await toUpload(opened)
  await pick(opened, aFile())
  await waitFor(() => expect(letterUploads).toHaveLength(1))
  act(() => break_(letterUploads[0]!))
  await screen.findByText('Upload failed - please try again.')
  expect(opened.seen.some(({ path }) => path === ACCEPT)).toBe(false)
  await pick(opened, aFile())
  await waitFor(() => expect(letterUploads).toHaveLength(2))
})

test.each([
  { put_presigned_url: '', s3_key: 'k' },
  { put_presigned_url: 7, s3_key: 'k' },
])('an address that is none (%j): Invalid presigned URL from server', async (reply) => {
  letterAnswers[PRESIGN] = { json: reply }
  const opened = await openLetterChoice()
  await toUpload(opened)
  await pick(opened, aFile())
  await screen.findByText('Invalid presigned URL from server')
  expect(letterUploads).toHaveLength(0)
})

test('the server’s words of refusal', async () => {
  letterAnswers[ACCEPT] = {
    json: { detail: '((surname)) is not a placeholder that a template can use.', code: 'x' },
    status: 422,
  }
  await upload()
  await screen.findByText('((surname)) is not a placeholder that a template can use.')
  expect(kept()).toBeNull()
})

test('a letter with several faults: all of them, each with its line, on a picture of the page', async () => {
  const faults = [
    { words: '«Name» is not filled in.', line: 'Dear «Name»,' },
    { words: 'The last line must be ((postcode)).', line: null },
  ]
  const pages = [{ page: 1, picture: 'data:image/png;base64,AAAA' }]
  letterAnswers[ACCEPT] = {
    json: { detail: 'Two faults.', code: 'not_a_template', letter: { faults, pages } },
    status: 422,
  }
  await upload()
  await screen.findByText('The letter has 2 faults. Mend them all, and upload the letter again.')
  const listed = within(screen.getByRole('region', { name: 'What is wrong with the letter' }))
  expect(listed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Dear «Name»,«Name» is not filled in.',
    'The last line must be ((postcode)).',
  ])
  expect(listed.getByRole<HTMLImageElement>('img', { name: 'Page 1 of the letter, with its faults' }).src).toBe(
    pages[0]?.picture,
  )
})

test('beside the upload stand documents to begin from, the zones, and what is filled in', async () => {
  const opened = await openLetterChoice()
  await toUpload(opened)
  const show = (name: string) => opened.user.click(screen.getByRole('button', { name }))
  await show('Documents to begin from')
  expect(screen.getAllByRole('link', { name: /\(Word\)/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/api/letter-example?name=pension_credit.en',
    '/api/letter-example?name=pension_credit.cy',
    '/api/letter-example?name=zones',
  ])
  await show('Where the parts of a letter stand')
  expect(screen.getByText('25 to 120 mm from the left, 40 to 66 mm from the top')).toBeTruthy()
  await show('What is filled in')
  expect(screen.getByText('The postcode: the last line of the address')).toBeTruthy()
})

test.each([
  ['empty', aFile('a.docx', ''), 'The file is empty.'],
  ['no .docx', aFile('a.pdf.docx.pdf'), 'Choose a Word document whose name ends in .docx.'],
])('a file that is %s is refused before it is sent', async (_, file, message) => {
  const opened = await openLetterChoice()
  await toUpload(opened)
  // The browser's picker offers .docx only; a file can be dropped on it all the same.
  act(() => picker().removeAttribute('accept'))
  await pick(opened, file)
  await screen.findByText(message)
  expect(opened.seen.some(({ path }) => path === PRESIGN)).toBe(false)
})

test('no file: No file provided', async () => {
  const opened = await openLetterChoice()
  await toUpload(opened)
  act(() => {
    picker().dispatchEvent(new Event('change', { bubbles: true }))
  })
  await screen.findByText('No file provided')
})

test('nothing can be uploaded offline', async () => {
  const opened = await openLetterChoice()
  await toUpload(opened)
  act(() => setOnline(false))
  expect(picker().disabled).toBe(true)
  expect(screen.getByText('Uploading needs a connection. Doorstep cannot be reached.')).toBeTruthy()
})
