import { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import type { ExampleName } from '#contract/campaigns/exampleHouseholds'
import {
  TEMPLATE_CONTENT_TYPE,
  TEMPLATE_LIMIT_BYTES,
  templateNameSchema,
  type acceptUploadedTemplate,
  type createTemplateUpload,
  type getAllLetterTemplates,
} from '#contract/campaigns/letterTemplates'
import type { Language } from '#contract/campaigns/languages'
import { conflict, Fault, invalidInput, notFound } from '../../../http/faults'
import type { JobKind, Queue } from '../../../jobs/queue'
import type { Person } from '../../../http/person'
import type { AuditService } from '../../organisations/audit/service'
import { findCampaign } from '../campaigns/service'
import type { Letters } from '../campaigns/prepare'
import { CLEAR_LETTERS, WITHDRAW_LETTERS, type CampaignWork } from '../campaigns/jobs'
import { campaignNotFound } from '../campaigns/lifecycle'
import type { DocumentSession } from './documents/session'
import { nameOfPerson } from '../../organisations/people/service'
import { newUpload, packKey, pdfOfTemplate, uploadKey, uploadedFile, uploadOfKey, type Upload } from './keys'
import { letterOf, prepareLetters, removeLetters, withdrawLetters, type PrepareDependencies } from './prepare'
import * as repo from './repo'
import {
  checkTemplate,
  placeholdersOf,
  storeTemplate,
  templatesToShow,
  testLetter,
  warningsOf,
  type Kept,
  type PreviewDependencies,
} from './templates'
import { letterVersions } from './versions'
import { refused } from './word/refusal'
import { NO_SANDBOX } from './words'
type TemplateList = z.output<typeof getAllLetterTemplates.reply>
type UploadBody = z.output<typeof createTemplateUpload.body>
type UploadReply = z.output<typeof createTemplateUpload.reply>
type Accepted = z.output<typeof acceptUploadedTemplate.reply>

const UPLOAD_SECONDS = 15 * 60
const PREVIEW_SECONDS = 10 * 60
const uploadJob = z.object({ key: z.string() })
const REMOVE_UPLOAD: JobKind<z.infer<typeof uploadJob>> = { name: 'remove-upload', data: uploadJob }

const PACK_SECONDS = 5 * 60

interface LettersDependencies extends PrepareDependencies, PreviewDependencies {
  readonly queue: Queue
  readonly audit: AuditService
}

export interface GivenTemplate {
  readonly benefit: BenefitName
  readonly language: Language
  readonly givenName: string
  readonly bytes: Buffer
  /** Without it, LibreOffice makes the preview, where installed. */
  readonly pdf?: Buffer
}

export type LettersService = ReturnType<typeof createLettersService>

/** Must be created before the queue starts. */
export function createLettersService(deps: LettersDependencies) {
  const { database, queue, audit, files, documents } = deps
  queue.work(CLEAR_LETTERS, (work) => removeLetters(deps, work))
  queue.work(WITHDRAW_LETTERS, (work) => withdrawLetters(deps, work))
  queue.work(REMOVE_UPLOAD, ({ key }) => files.remove(key))

  const preview = (key: string, sample?: ExampleName) =>
    files.getUrl(pdfOfTemplate(key, sample), { expiresInSeconds: PREVIEW_SECONDS })

  /** @throws Fault 404 when the upload is gone; 422 with why it is no template */
  async function accept(person: Person, upload: Upload, kept: Kept): Promise<repo.TemplateRow> {
    const key = uploadedFile(upload)
    const info = await files.stat(key)
    const content = info && info.bytes <= TEMPLATE_LIMIT_BYTES ? await files.open(key) : undefined
    if (!info) throw notFound('The upload is no longer there. Upload the file again.')
    try {
      if (!content) throw refused('The file is larger than 10 MB.')
      const row = await documents.forPerson(upload.organisationId, async (session) => {
        const common = await deps.commonValues(upload.organisationId, upload.benefit)
        const mark = await deps.marks.example(upload.organisationId)
        const checked = await checkTemplate(session, content, { canConvert: documents.canConvert, common, mark })
        // Audited first, so that no template is stored without its entry.
        await audit.record(person, 'template_upload', `letter template for ${upload.benefit}`, 1)
        const writer = await database.forOrganisation(person.organisationId, async (tx) => ({
          id: person.userId,
          name: await nameOfPerson(tx, person.userId, person.email),
        }))
        return storeTemplate(deps, upload, checked, { ...kept, writer })
      })
      await files.remove(key)
      return row
    } catch (error) {
      content?.destroy()
      // After an error of ours the same upload can be retried.
      if (error instanceof Fault && error.status === 422) await files.remove(key)
      throw error
    }
  }

  async function accepted(person: Person, key: string, kept: Kept): Promise<Accepted> {
    const upload = uploadOfKey(key)
    if (!upload || upload.organisationId !== person.organisationId)
      throw notFound('The upload is no longer there. Upload the file again.')
    const known = await database.forOrganisation(person.organisationId, (tx) =>
      repo.templateOfUpload(tx, person.organisationId, upload.id),
    )
    const row = known ?? (await accept(person, upload, kept))
    return { id: row.key, letter_template_signed_url: row.hasPdf ? await preview(row.key) : null }
  }

  async function addIn(
    session: DocumentSession,
    organisationId: string,
    { benefit, givenName, bytes, pdf, language }: GivenTemplate,
  ): Promise<string> {
    const name = templateNameSchema.safeParse(givenName)
    if (!name.success) throw invalidInput({ file_name: name.error.issues[0]?.message ?? '' })
    const common = await deps.commonValues(organisationId, benefit)
    const mark = await deps.marks.example(organisationId)
    const checked = await checkTemplate(session, bytes, {
      canConvert: documents.canConvert,
      common,
      mark,
      preview: pdf,
    })
    const kept = { state: 'in_use', language, writer: { id: null, name: 'Operator' } } as const
    return (await storeTemplate(deps, newUpload(organisationId, benefit, name.data), checked, kept)).fileName
  }

  const letters: Letters = {
    async find(organisationId, key) {
      const row = await database.forOrganisation(organisationId, (tx) => repo.findTemplate(tx, organisationId, key))
      return (
        row && {
          placeholders: placeholdersOf(row),
          isOffered: row.state === 'in_use',
          isWebAlone: row.isWebAlone,
          language: row.language,
        }
      )
    },
    async preview(tx, organisationId, key) {
      const row = await repo.findTemplate(tx, organisationId, key)
      return row?.hasPdf ? preview(row.key) : undefined
    },
    made: repo.madeOf,
    prepare: (campaign, isOver) => prepareLetters(deps, campaign, isOver),
  }

  return {
    ...letters,

    warning: documents.isWithoutSandbox ? NO_SANDBOX : undefined,

    async templates({ organisationId }: Person, benefit: BenefitName): Promise<TemplateList> {
      const rows = await templatesToShow(deps, organisationId, benefit)
      return Promise.all(
        rows.map(async (row) => ({
          id: row.key,
          letter_template_signed_url: await preview(row.key),
          longest_url: row.hasSamples ? await preview(row.key, 'longest') : null,
          shortest_url: row.hasSamples ? await preview(row.key, 'shortest') : null,
          warnings: warningsOf(row),
          reading_age: row.readingAge,
          is_web_alone: row.isWebAlone,
          language: row.language,
        })),
      )
    },

    async createUpload(
      { organisationId }: Person,
      { benefit_name, file_name, file_size }: UploadBody,
    ): Promise<UploadReply> {
      const upload = newUpload(organisationId, benefit_name, file_name)
      const key = uploadedFile(upload)
      await database.forOrganisation(organisationId, (tx) =>
        queue.send(tx, REMOVE_UPLOAD, { key }, { afterSeconds: 4 * UPLOAD_SECONDS }),
      )
      const address = {
        expiresInSeconds: UPLOAD_SECONDS,
        maxBytes: file_size ?? TEMPLATE_LIMIT_BYTES,
        bytes: file_size,
      }
      return {
        put_presigned_url: await files.putUrl(key, { ...address, contentType: TEMPLATE_CONTENT_TYPE }),
        s3_key: uploadKey(upload),
      }
    },

    /**
     * For a campaign, which is reviewed with it. Idempotent.
     * @throws Fault 404 for an upload that is gone or another organisation's; 422 with why it is no template
     */
    acceptUpload: (person: Person, key: string): Promise<Accepted> =>
      accepted(person, key, { state: 'in_use', language: null }),

    /** As acceptUpload, but a second person has to approve it. */
    keepUpload: (person: Person, key: string, language: Language): Promise<Accepted> =>
      accepted(person, key, { state: 'waiting', language }),

    /**
     * A PDF of a template for an invented household, at an address that is valid for five minutes.
     * @throws Fault 404 for another organisation's; 409 without LibreOffice
     */
    async testLetter(
      { organisationId }: Pick<Person, 'organisationId'>,
      templateKey: string,
    ): Promise<{ url: string }> {
      const template = await database.forOrganisation(organisationId, (tx) =>
        repo.findTemplate(tx, organisationId, templateKey),
      )
      if (!template) throw notFound('This letter template is no longer there. Choose another one.')
      if (!documents.canConvert)
        throw conflict('This server cannot make letters: LibreOffice is missing. Ask your operator.', 'no_libreoffice')
      const key = `exports/${organisationId}/test-letter-${template.uploadId}.pdf`
      await files.put(key, await testLetter(deps, template), 'application/pdf')
      return { url: await files.getUrl(key, { expiresInSeconds: PACK_SECONDS, downloadName: 'test-letter.pdf' }) }
    },

    /**
     * For the command line: in use at once.
     * @returns the name given
     * @throws Fault 422 as for an upload
     */
    addTemplate: (organisationId: string, template: GivenTemplate): Promise<string> =>
      documents.forPerson(organisationId, (session) => addIn(session, organisationId, template)),

    versions: letterVersions,

    keptLetters: async (organisationId: string) => {
      const rows = await database.forOrganisation(organisationId, (tx) => letterVersions.list(tx, organisationId))
      return Promise.all(
        rows.map(async (row) => ({
          ...row,
          warnings: warningsOf(row),
          previewUrl: row.hasPdf ? await preview(row.key) : null,
        })),
      )
    },

    addTemplates: (organisationId: string, templates: readonly GivenTemplate[]): Promise<void> =>
      documents.forLetters(organisationId, async (session) => {
        for (const template of templates) await addIn(session, organisationId, template)
      }),

    namesOfTemplates: async (organisationId: string): Promise<Set<string>> => {
      const rows = await database.forOrganisation(organisationId, (tx) => repo.allTemplates(tx, organisationId))
      return new Set(rows.map(({ benefitName, givenName }) => `${benefitName}/${givenName}`))
    },

    /** Always the same bytes, also after a crash. @throws Error when there is none */
    letterPdf: (campaign: CampaignWork, householdReference: string): Promise<Buffer> =>
      letterOf(deps, campaign, householdReference),

    /**
     * The address is valid for five minutes.
     * @throws Fault 404 for an unknown campaign; 409 for a text campaign, or one still being prepared or cleared
     */
    async printPack(person: Person, campaignId: number): Promise<{ url: string }> {
      const { organisationId } = person
      await database.forOrganisation(organisationId, async (tx) => {
        const campaign = await findCampaign(tx, campaignId)
        if (!campaign) throw campaignNotFound()
        if (campaign.channel !== 'print_and_post')
          throw conflict('This campaign sends text messages: it has no letters.', 'no_letters')
        if (campaign.clearedAt !== null)
          throw conflict(
            'The letters of this campaign have been removed with the details of its households.',
            'cleared',
          )
        const pack = await repo.findPack(tx, campaignId)
        if (campaign.preparedAt === null || !pack?.madeAt) {
          throw conflict(
            'This campaign is still being prepared. Try again when its letters are ready.',
            'campaign_state',
          )
        }
        if (pack.letters === 0)
          throw conflict('None of the households of this campaign can be contacted: it has no letters.', 'no_letters')
        await audit.recordIn(tx, person, 'export', `print pack of campaign ${campaignId}`, pack.letters)
      })
      const url = await files.getUrl(packKey({ campaignId, organisationId }), {
        expiresInSeconds: PACK_SECONDS,
        downloadName: `campaign-${campaignId}-letters.pdf`,
      })
      return { url }
    },
  }
}
