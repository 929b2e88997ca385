/** The choice of a letter on the preview, with a server that takes letterUploads, for tests. */
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { TEMPLATE_CONTENT_TYPE } from '#contract/campaigns/letters'
import { saveDraft } from '../../../../state/drafts'
import { setOnline } from '../../../../state/connectivity'
import { fakeServer, type FakeAnswer } from '../../../../testing/fakeServer'
import { fakeUploads, type SeenUpload } from '../../../../testing/fakeUpload'
import { newDraft } from '../drafts/draft'
import { ANSWERS, forgetDrafts, keptDrafts, openCampaigns } from './campaigns'

export const LETTER_DRAFT = '77777777-7777-4777-8777-777777777777'
export const LETTER_LIST = '/api/all-letter-templates'
export const PRESIGN = '/api/upload-campaign-template-presigned-url'
export const ACCEPT = '/api/accept-campaign-template'
export const SPRING = '/files/t/pension_credit/spring_letter.pdf'

export const LONGEST = '/files/t/pension_credit/spring_letter.longest.pdf'
/** Made where there is no LibreOffice. */
export const PLAIN = { longest_url: null, shortest_url: null, warnings: [] }

export let letterAnswers: Record<string, FakeAnswer>
export let letterUploads: SeenUpload[]

/** Fresh letterAnswers and letterUploads before each test; without drafts after it. */
export function cleanUploadsForEachTest(): void {
  beforeEach(() => {
    letterUploads = fakeUploads()
    letterAnswers = {
      ...ANSWERS,
      [LETTER_LIST]: {
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
}

export async function openLetterChoice(letterTemplateId: string | null = null) {
  const seen = fakeServer(letterAnswers)
  const draft = {
    ...newDraft(LETTER_DRAFT, new Date(), { theme: 'pension-credit', selectedFilters: {} }),
    letterTemplateId,
  }
  await act(() => saveDraft({ ...draft, campaignName: 'Warm', communicationChannel: 'Letter', snapshot: '2026-10-01' }))
  const opened = openCampaigns(`/campaigns/new/${LETTER_DRAFT}`)
  await screen.findByRole('radio', { name: 'Choose from existing templates' })
  return { ...opened, seen }
}
type Opened = Awaited<ReturnType<typeof openLetterChoice>>
export const kept = () => keptDrafts()[0]?.letterTemplateId
export const aFile = (name = ' My  New\tLetter.docx', content = 'PK') =>
  new File([content], name, { type: TEMPLATE_CONTENT_TYPE })
export const toUpload = ({ user }: Opened) =>
  user.click(screen.getByRole('radio', { name: 'Upload a new Word (.docx) document' }))
export const picker = () => screen.getByLabelText<HTMLInputElement>('Word document')
export const pick = ({ user }: Opened, file: File) => user.upload(picker(), file)
export async function chooseSpring({ user }: Opened) {
  await user.click(await screen.findByRole('button', { name: /Please select a template/ }))
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(['Pension Credit: spring_letter'])
  for (const option of options) await user.click(option)
}
