import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TEMPLATE_CONTENT_TYPE } from '#contract/campaigns/letters'
import { saveDraft } from '../../../../../state/drafts'
import { setOnline } from '../../../../../state/connectivity'
import { fakeServer, type FakeAnswer } from '../../../../../testing/fakeServer'
import { fakeUploads, type SeenUpload } from '../../../../../testing/fakeUpload'
import { newDraft } from '../../drafts/draft'
import { ADD, ANSWERS, forgetDrafts, keptDrafts, openCampaigns, SNAPSHOT } from '../../testing/campaigns'

const ID = '77777777-7777-4777-8777-777777777777'
const LIST = '/api/all-letter-templates'
const PRESIGN = '/api/upload-campaign-template-presigned-url'
const ACCEPT = '/api/accept-campaign-template'
const SPRING = '/files/t/pension_credit/spring_letter.pdf'

const LONGEST = '/files/t/pension_credit/spring_letter.longest.pdf'
/** Made where there is no LibreOffice. */
const PLAIN = { longest_url: null, shortest_url: null, warnings: [] }

let answers: Record<string, FakeAnswer>
let uploads: SeenUpload[]

beforeEach(() => {
  uploads = fakeUploads()
  answers = {
    ...ANSWERS,
    [LIST]: {
      json: [
        {
          id: 'k/spring.docx',
          letter_template_signed_url: `${SPRING}?expires=1`,
          longest_url: `${LONGEST}?expires=1`,
          shortest_url: '/files/t/pension_credit/spring_letter.shortest.pdf?expires=1',
          warnings: ['This letter names nobody.'],
        },
        { id: 'k/word.docx', letter_template_signed_url: '/files/t/pension_credit/word.docx?expires=1', ...PLAIN },
      ],
    },
    [SPRING]: { text: '%PDF' },
    [LONGEST]: { text: '%PDF' },
    [PRESIGN]: { json: { put_presigned_url: '/files/up?signature=s', s3_key: 'uploads/1/new.docx' } },
    [ACCEPT]: { json: { id: 'k/new.docx', letter_template_signed_url: '/files/t/pension_credit/new.pdf?expires=1' } },
    '/files/t/pension_credit/new.pdf': { text: '%PDF' },
  }
})
afterEach(async () => {
  act(() => setOnline(true))
  await act(forgetDrafts)
  vi.unstubAllGlobals()
})

async function open(letterTemplateId: string | null = null) {
  const seen = fakeServer(answers)
  const draft = { ...newDraft(ID, new Date(), { theme: 'pension-credit', selectedFilters: {} }), letterTemplateId }
  await act(() => saveDraft({ ...draft, campaignName: 'Warm', communicationChannel: 'Letter', snapshot: '2026-10-01' }))
  const opened = openCampaigns(`/campaigns/new/${ID}`)
  await screen.findByRole('radio', { name: 'Choose from existing templates' })
  return { ...opened, seen }
}
type Opened = Awaited<ReturnType<typeof open>>
const kept = () => keptDrafts()[0]?.letterTemplateId
const aFile = (name = ' My  New\tLetter.docx', content = 'PK') =>
  new File([content], name, { type: TEMPLATE_CONTENT_TYPE })
const toUpload = ({ user }: Opened) =>
  user.click(screen.getByRole('radio', { name: 'Upload a new Word (.docx) document' }))
const picker = () => screen.getByLabelText<HTMLInputElement>('Word document')
const pick = ({ user }: Opened, file: File) => user.upload(picker(), file)
async function chooseSpring({ user }: Opened) {
  await user.click(await screen.findByRole('button', { name: /Please select a template/ }))
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(['Pension Credit: spring_letter'])
  await user.click(options[0]!)
}

test('an existing letter is chosen and shown, and goes when one switches to the upload', async () => {
  const opened = await open()
  expect(screen.getByText('Please choose a template')).toBeTruthy()
  await chooseSpring(opened)
  expect((await screen.findByTitle<HTMLIFrameElement>('Letter Preview')).getAttribute('src')).toBe(
    `${SPRING}?expires=1#navpanes=0&view=FitH`,
  )
  expect(screen.getByText('This letter names nobody.')).toBeTruthy()
  await opened.user.click(screen.getByRole('radio', { name: 'Longest' }))
  await waitFor(() =>
    expect(screen.getByTitle('Letter Preview').getAttribute('src')).toBe(`${LONGEST}?expires=1#navpanes=0&view=FitH`),
  )
  expect(kept()).toBe('k/spring.docx')
  expect(screen.getByRole('button', { name: 'Send for Review' })).toBeTruthy()
  await toUpload(opened)
  expect(screen.queryByTitle('Letter Preview')).toBeNull()
  expect(screen.getByText('Please choose a template')).toBeTruthy()
  await opened.user.click(screen.getByRole('radio', { name: 'Choose from existing templates' }))
  await screen.findByTitle('Letter Preview')
})

test("letters in the organisation's languages come first, the others behind a switch, each with what it is", async () => {
  const letter = (name: string, language: string | null) => ({
    id: `k/${name}.docx`,
    letter_template_signed_url: `/files/t/pension_credit/${name}.pdf`,
    ...PLAIN,
    language,
  })
  answers[LIST] = { json: [letter('cymraeg', 'cy'), letter('upload', null), letter('english', 'en')] }
  answers['/files/t/pension_credit/cymraeg.pdf'] = { text: '%PDF' }
  const opened = await open()
  const offered = async () => {
    await opened.user.click(await screen.findByRole('button', { name: /Please select a template/ }))
    return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  }
  expect(await offered()).toEqual(['Pension Credit: english', 'Pension Credit: upload'])
  await opened.user.keyboard('{Escape}')
  await opened.user.click(screen.getByRole('button', { name: 'Show 1 letter in other languages' }))
  expect(await offered()).toEqual(['Pension Credit: english', 'Pension Credit: upload', 'Pension Credit: cymraeg'])
  await opened.user.click(screen.getByRole('option', { name: 'Pension Credit: cymraeg' }))
  expect(await screen.findByText('Pension Credit · Letter · Cymraeg')).toBeTruthy()
  await screen.findByTitle('Letter Preview')
})

test('an address that has expired is asked for again', async () => {
  answers[SPRING] = { json: { detail: 'expired', code: 'x' }, status: 403 }
  const opened = await open()
  const fresh = '/files/t/pension_credit/spring_letter_2.pdf'
  answers[fresh] = { text: '%PDF' }
  answers[LIST] = { json: [{ id: 'k/spring.docx', letter_template_signed_url: fresh, ...PLAIN }] }
  await chooseSpring(opened)
  expect((await screen.findByTitle<HTMLIFrameElement>('Letter Preview')).getAttribute('src')).toBe(
    `${fresh}#navpanes=0&view=FitH`,
  )
})

test('a letter that stays away says so, after one renewal, and is tried again', async () => {
  answers[SPRING] = { json: { detail: 'expired', code: 'x' }, status: 403 }
  const opened = await open()
  await chooseSpring(opened)
  await screen.findByRole('heading', { name: 'The letter could not be shown' })
  expect(opened.seen.filter(({ path }) => path === LIST)).toHaveLength(2)
  answers[SPRING] = { text: '%PDF' }
  await opened.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByTitle('Letter Preview')
})

test('without templates: Letter Template Not Found, and one can be uploaded', async () => {
  answers[LIST] = { json: [] }
  const opened = await open()
  const alert = (await screen.findByRole('heading', { name: 'Letter Template Not Found' })).closest('[role=alert]')
  await waitFor(() =>
    expect(alert?.textContent).toContain('contact your account manager or email help@provider.example.'),
  )
  await toUpload(opened)
  expect(picker().accept).toBe('.docx')
})

test('what is changed while a document is on its way stays changed', async () => {
  answers[SNAPSHOT] = { json: { snapshot: '2026-11-01', formatted_snapshot: 'November 2026' } }
  const opened = await open()
  await toUpload(opened)
  await pick(opened, aFile())
  await waitFor(() => expect(uploads).toHaveLength(1))
  await opened.user.click(await screen.findByRole('button', { name: 'Use November 2026 data' }))
  await act(async () => uploads[0]!.answer(200))
  await screen.findByText(/^Upload complete:/)
  expect(keptDrafts()[0]).toMatchObject({ letterTemplateId: 'k/new.docx', snapshot: '2026-11-01' })
})

test('a document is uploaded under its cleaned name, with its progress, and chosen', async () => {
  const opened = await open()
  await toUpload(opened)
  await pick(opened, aFile())
  expect(await screen.findByText('Uploading...')).toBeTruthy()
  expect(picker().disabled).toBe(true)
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(opened.seen.find(({ path }) => path === PRESIGN)?.body).toEqual({
    benefit_name: 'pension_credit',
    file_name: 'my_new_letter.docx',
    file_size: 2,
  })
  expect(uploads[0]).toMatchObject({
    address: '/files/up?signature=s',
    headers: { 'content-type': TEMPLATE_CONTENT_TYPE, 'if-none-match': '*' },
  })
  act(() => uploads[0]?.progress(1, 2))
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(50)
  act(() => uploads[0]?.answer(200))
  expect((await screen.findByText(/^Upload complete:/)).textContent).toBe('Upload complete:  My  New\tLetter.docx')
  expect(opened.seen.find(({ path }) => path === ACCEPT)?.body).toEqual({ s3_key: 'uploads/1/new.docx' })
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
  await opened.user.click(screen.getByRole('button', { name: 'Send for Review' }))
  await opened.user.click(screen.getAllByRole('button', { name: 'Send for Review' }).at(-1)!)
  await waitFor(() => expect(opened.router.state.location.pathname).toBe('/campaigns'))
  expect(opened.seen.find(({ path }) => path === ADD)?.body).toMatchObject({
    campaign_request: { channel_name: 'print_and_post', template_s3_key: 'k/new.docx', sms_template_id: null },
  })
})

test('where no PDF is made, the preview comes with the review', async () => {
  answers[ACCEPT] = { json: { id: 'k/new.docx', letter_template_signed_url: null } }
  const opened = await open()
  await toUpload(opened)
  await pick(opened, aFile())
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]?.answer(200))
  await screen.findByText('Preview comes with the review')
  expect(screen.getByRole('button', { name: 'Send for Review' })).toBeTruthy()
  opened.unmount()
  openCampaigns(`/campaigns/new/${ID}`)
  expect(await screen.findByText('Preview comes with the review')).toBeTruthy()
})

test('an upload can be cancelled, and leaves nothing chosen', async () => {
  const opened = await open()
  await toUpload(opened)
  await pick(opened, aFile())
  await waitFor(() => expect(uploads).toHaveLength(1))
  await opened.user.click(screen.getByRole('button', { name: 'Cancel Upload' }))
  expect(screen.getByText('Upload cancelled.')).toBeTruthy()
  expect(uploads[0]?.isAborted).toBe(true)
  act(() => uploads[0]?.answer(200))
  expect(screen.queryByText(/Upload complete/)).toBeNull()
  expect(kept()).toBeNull()
  expect(screen.getByText('Please choose a template')).toBeTruthy()
})

test.each<[string, (upload: SeenUpload) => void]>([
  ['a bad response', (upload) => upload.answer(403)],
  ['a network error', (upload) => upload.fail()],
])('%s: Upload failed - please try again.', async (_, break_) => {
  const opened = await open()
  await toUpload(opened)
  await pick(opened, aFile())
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => break_(uploads[0]!))
  await screen.findByText('Upload failed - please try again.')
  expect(opened.seen.some(({ path }) => path === ACCEPT)).toBe(false)
  await pick(opened, aFile())
  await waitFor(() => expect(uploads).toHaveLength(2))
})

test.each([
  { put_presigned_url: '', s3_key: 'k' },
  { put_presigned_url: 7, s3_key: 'k' },
])('an address that is none (%j): Invalid presigned URL from server', async (reply) => {
  answers[PRESIGN] = { json: reply }
  const opened = await open()
  await toUpload(opened)
  await pick(opened, aFile())
  await screen.findByText('Invalid presigned URL from server')
  expect(uploads).toHaveLength(0)
})

test('the server’s words of refusal', async () => {
  answers[ACCEPT] = {
    json: { detail: '((surname)) is not a placeholder that a template can use.', code: 'x' },
    status: 422,
  }
  const opened = await open()
  await toUpload(opened)
  await pick(opened, aFile())
  await waitFor(() => expect(uploads).toHaveLength(1))
  act(() => uploads[0]?.answer(200))
  await screen.findByText('((surname)) is not a placeholder that a template can use.')
  expect(kept()).toBeNull()
})

test.each([
  ['empty', aFile('a.docx', ''), 'The file is empty.'],
  ['no .docx', aFile('a.pdf.docx.pdf'), 'Choose a Word document whose name ends in .docx.'],
])('a file that is %s is refused before it is sent', async (_, file, message) => {
  const opened = await open()
  await toUpload(opened)
  // The browser's picker offers .docx only; a file can be dropped on it all the same.
  act(() => picker().removeAttribute('accept'))
  await pick(opened, file)
  await screen.findByText(message)
  expect(opened.seen.some(({ path }) => path === PRESIGN)).toBe(false)
})

test('no file: No file provided', async () => {
  const opened = await open()
  await toUpload(opened)
  act(() => {
    picker().dispatchEvent(new Event('change', { bubbles: true }))
  })
  await screen.findByText('No file provided')
})

test('without a line nothing can be uploaded', async () => {
  const opened = await open()
  await toUpload(opened)
  act(() => setOnline(false))
  expect(picker().disabled).toBe(true)
  expect(screen.getByText('Uploading needs a connection. You are offline.')).toBeTruthy()
})
