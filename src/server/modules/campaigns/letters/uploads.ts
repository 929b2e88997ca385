import { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import type { Language } from '#contract/households/languages'
import {
  TEMPLATE_CONTENT_TYPE,
  TEMPLATE_LIMIT_BYTES,
  letterFileNameSchema,
  type acceptUploadedTemplate,
  type createTemplateUpload,
} from '#contract/campaigns/letters'
import { Fault, invalidInput, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { JobKind, Queue } from '../../../jobs/queue'
import type { AuditService } from '../../organisations/audit/service'
import { nameOfPerson } from '../../organisations/people/service'
import type { UploadsService } from '../../platform/files/uploads'
import { OPERATOR } from '../templates/versions'
import type { DocumentSession } from './documents/session'
import { newUpload, parseUploadKey, uploadKey, uploadedFile, type LetterUpload } from './keys'
import type { PreviewDependencies } from './dependencies'
import { signPreview } from './previews'
import * as repo from './repo'
import { checkTemplate, type CheckedTemplate } from './checkTemplate'
import { storeTemplate, type KeptAs } from './storeTemplate'
import { documentRefused } from './word/refusal'

type UploadBody = z.output<typeof createTemplateUpload.body>
type UploadReply = z.output<typeof createTemplateUpload.reply>
type Accepted = z.output<typeof acceptUploadedTemplate.reply>

const UPLOAD_SECONDS = 15 * 60
const uploadJob = z.object({ key: z.string() })
export const REMOVE_UPLOAD: JobKind<z.infer<typeof uploadJob>> = { name: 'remove-upload', data: uploadJob }

export interface UploadDependencies extends PreviewDependencies {
  readonly queue: Queue
  readonly audit: AuditService
  readonly uploads: UploadsService
}

export interface GivenTemplate {
  readonly benefit: BenefitName
  readonly language: Language
  readonly givenName: string
  readonly bytes: Buffer
  /** Without it, LibreOffice makes the preview, where installed. */
  readonly pdf?: Buffer
}

type AddedTemplate = Pick<repo.LetterTemplateRow, 'key' | 'fileName'>

/** Takes documents from browsers in two steps, and from the command line in one. */
export function createUploads(deps: UploadDependencies) {
  const { database, queue, files, uploads, documents } = deps

  return {
    /** Where the browser puts one document. @throws Fault 429 above the day's bytes */
    async start({ organisationId }: Person, { benefit_name, file_name, file_size }: UploadBody): Promise<UploadReply> {
      const upload = newUpload(organisationId, benefit_name, file_name)
      const key = uploadedFile(upload)
      const maxBytes = file_size ?? TEMPLATE_LIMIT_BYTES
      await database.forOrganisation(organisationId, async (tx) => {
        await uploads.expect(tx, organisationId, [{ key, bytes: maxBytes }])
        await queue.send(tx, REMOVE_UPLOAD, { key }, { afterSeconds: 4 * UPLOAD_SECONDS })
      })
      const address = { expiresInSeconds: UPLOAD_SECONDS, maxBytes, bytes: file_size }
      return {
        put_presigned_url: await files.putUrl(key, { ...address, contentType: TEMPLATE_CONTENT_TYPE }),
        s3_key: uploadKey(upload),
      }
    },

    /**
     * For the person's own campaign, reviewed with it. Idempotent.
     * @throws Fault 404 if gone or another organisation's; 422 if no template
     */
    accept: (person: Person, key: string): Promise<Accepted> =>
      acceptUpload(deps, person, key, { state: 'of_campaign', language: null }),

    /** Like accept, but a second person approves it. */
    keep: (person: Person, key: string, language: Language): Promise<Accepted> =>
      acceptUpload(deps, person, key, { state: 'waiting', language }),

    /**
     * For the command line: in use at once.
     * @returns its storage key and name
     * @throws Fault 422
     */
    add: (organisationId: string, template: GivenTemplate): Promise<AddedTemplate> =>
      documents.forPerson(organisationId, (session) => addTemplate(deps, session, organisationId, template)),

    addAll: (organisationId: string, templates: readonly GivenTemplate[]): Promise<void> =>
      documents.forLetters(organisationId, async (session) => {
        for (const template of templates) await addTemplate(deps, session, organisationId, template)
      }),
  }
}

const uploadIsGone = () => notFound('The upload is no longer there. Upload the file again.')

async function acceptUpload(deps: UploadDependencies, person: Person, key: string, as: KeptAs): Promise<Accepted> {
  const upload = parseUploadKey(key)
  if (!upload || upload.organisationId !== person.organisationId) throw uploadIsGone()
  const known = await deps.database.forOrganisation(person.organisationId, (tx) =>
    repo.findTemplateByUpload(tx, person.organisationId, upload.id),
  )
  const row = known ?? (await takeUpload(deps, person, upload, as))
  return { id: row.key, letter_template_signed_url: row.hasPdf ? await signPreview(deps.files, row.key) : null }
}

async function takeUpload(
  deps: UploadDependencies,
  person: Person,
  upload: LetterUpload,
  as: KeptAs,
): Promise<repo.LetterTemplateRow> {
  const { database, audit, files, uploads, documents } = deps
  const key = uploadedFile(upload)
  const info = await files.stat(key)
  const content = info && info.bytes <= TEMPLATE_LIMIT_BYTES ? await files.open(key) : undefined
  if (!info) throw uploadIsGone()
  try {
    if (!content) throw documentRefused('The file is larger than 10 MB.')
    const row = await documents.forPerson(upload.organisationId, async (session) => {
      const checked = await checkForOrganisation(deps, session, upload, content)
      // No template is stored without an audit entry.
      await audit.record(person, 'template_upload', `letter template for ${upload.benefit}`, 1)
      const writer = await database.forOrganisation(person.organisationId, async (tx) => ({
        id: person.userId,
        name: await nameOfPerson(tx, person.userId, person.email),
      }))
      return storeTemplate(deps, upload, checked, { ...as, writer })
    })
    await uploads.remove([key])
    return row
  } catch (error) {
    content?.destroy()
    // After an error of ours the upload can be retried.
    if (error instanceof Fault && error.status === 422) await uploads.remove([key])
    throw error
  }
}

async function addTemplate(
  deps: UploadDependencies,
  session: DocumentSession,
  organisationId: string,
  { benefit, givenName, bytes, pdf, language }: GivenTemplate,
): Promise<AddedTemplate> {
  const name = letterFileNameSchema.safeParse(givenName)
  if (!name.success) throw invalidInput({ file_name: name.error.issues[0]?.message ?? '' })
  const upload = newUpload(organisationId, benefit, name.data)
  const checked = await checkForOrganisation(deps, session, upload, bytes, pdf)
  return storeTemplate(deps, upload, checked, { state: 'in_use', language, writer: OPERATOR })
}

async function checkForOrganisation(
  { documents, commonValues, marks }: UploadDependencies,
  session: DocumentSession,
  { organisationId, benefit }: LetterUpload,
  content: Parameters<typeof checkTemplate>[1],
  preview?: Buffer,
): Promise<CheckedTemplate> {
  const common = await commonValues(organisationId, benefit)
  const mark = await marks.example(organisationId)
  return checkTemplate(session, content, { canConvert: documents.canConvert, common, mark, preview })
}
