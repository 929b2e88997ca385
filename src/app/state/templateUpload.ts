import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { LetterRefusal } from '#contract/fault'
import type { BenefitName } from '#contract/households/benefits'
import {
  acceptUploadedTemplate,
  cleanLetterFileName,
  createTemplateUpload,
  TEMPLATE_CONTENT_TYPE,
} from '#contract/campaigns/letters'
import { call } from '../api/call'
import { Outdated, Refused } from '../api/errors'
import { putFile } from '../api/upload'

export const LETTER_FILE = {
  label: 'Word document',
  description:
    'A .docx of at most 10 MB. What stands in double brackets, as in ((first_name)), is filled in for each household.',
  accept: '.docx',
} as const

/** The wording of docs/product.md#letter-templates. */
const UPLOAD_MESSAGES = {
  failed: 'Upload failed - please try again.',
  cancelled: 'Upload cancelled.',
  noFile: 'No file provided',
  badAddress: 'Invalid presigned URL from server',
} as const

export interface UploadedTemplate {
  readonly id: string
  /** Where its PDF is; null if the server makes none. */
  readonly address: string | null
}

type TemplateUploadState =
  | { state: 'idle' }
  /** `share` of the bytes sent, 0 to 1; 1 while the server checks them. */
  | { state: 'uploading'; share: number }
  | { state: 'done'; fileName: string; template: UploadedTemplate }
  | { state: 'error'; message: string; letter?: LetterRefusal | undefined }

class UploadProblem extends Error {}

interface UploadOptions {
  readonly benefit: BenefitName
  /** Default: the file's own name. */
  readonly fileName?: string | undefined
  /** Replaces the default acceptance, for uploads without a campaign. */
  readonly accept?: (s3_key: string, signal: AbortSignal) => Promise<z.output<typeof acceptUploadedTemplate.reply>>
  readonly onUploaded: (template: UploadedTemplate) => void
}

const acceptForCampaign = (s3_key: string, signal: AbortSignal) =>
  call(acceptUploadedTemplate, { body: { s3_key }, signal })

/** Uploads a Word document by PUT to an address from the server, which then checks it. Unmounting aborts. */
export function useTemplateUpload(options: UploadOptions) {
  const [upload, setUpload] = useState<TemplateUploadState>({ state: 'idle' })
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  const start = async (file: File | null) => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    if (!file) return setUpload({ state: 'error', message: UPLOAD_MESSAGES.noFile })
    setUpload({ state: 'uploading', share: 0 })
    try {
      const template = await uploaded(options, file, controller.signal, (share) =>
        setUpload({ state: 'uploading', share }),
      )
      if (controller.signal.aborted) return
      setUpload({ state: 'done', fileName: file.name, template })
      options.onUploaded(template)
    } catch (error) {
      if (!controller.signal.aborted) setUpload({ state: 'error', ...describeFailure(error) })
    }
  }
  const cancel = () => {
    current.current?.abort()
    setUpload({ state: 'error', message: UPLOAD_MESSAGES.cancelled })
  }
  return { upload, start: (file: File | null) => void start(file), cancel }
}

async function uploaded(
  { benefit, fileName, accept = acceptForCampaign }: UploadOptions,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<UploadedTemplate> {
  const body = { benefit_name: benefit, file_name: fileName ?? cleanLetterFileName(file.name), file_size: file.size }
  const fits = createTemplateUpload.body.safeParse(body)
  if (!fits.success) throw new UploadProblem(fits.error.issues[0]?.message)
  const { put_presigned_url: address, s3_key } = await addressFor(body, signal)
  await putFile(address, file, { contentType: TEMPLATE_CONTENT_TYPE, signal, onProgress }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new UploadProblem(UPLOAD_MESSAGES.failed, { cause: error })
  })
  onProgress(1)
  const accepted = await accept(s3_key, signal)
  return { id: accepted.id, address: accepted.letter_template_signed_url }
}

function addressFor(body: { benefit_name: BenefitName; file_name: string; file_size: number }, signal: AbortSignal) {
  return call(createTemplateUpload, { body, signal }).catch((error: unknown) => {
    if (error instanceof Outdated) throw new UploadProblem(UPLOAD_MESSAGES.badAddress, { cause: error })
    throw error
  })
}

function describeFailure(error: unknown): { message: string; letter?: LetterRefusal | undefined } {
  if (error instanceof UploadProblem) return { message: error.message }
  if (!(error instanceof Refused) || error.status >= 500) return { message: UPLOAD_MESSAGES.failed }
  const { letter } = error
  // One fault needs no list.
  if (letter && (letter.faults.length > 1 || letter.pages.length > 0)) return { message: countFaults(letter), letter }
  return { message: Object.values(error.fields)[0] ?? error.message }
}

const countFaults = ({ faults }: LetterRefusal) =>
  faults.length === 1
    ? 'The letter has one fault. Mend it, and upload the letter again.'
    : `The letter has ${faults.length} faults. Mend them all, and upload the letter again.`
