/**
 * Letter templates (docs/product.md#letter-templates). Campaigns refer to them, so they are immutable: another document
 * of the same name gets a number.
 */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import { EXAMPLE_NAMES, type ExampleName } from '#contract/campaigns/exampleHouseholds'
import type { Language } from '#contract/campaigns/languages'
import { PLACEHOLDERS, type Placeholder } from '#contract/campaigns/placeholders'
import { TEMPLATE_CONTENT_TYPE } from '#contract/campaigns/letterTemplates'
import type { Database } from '../../../db/database'
import { pdfOf } from '../../../clients/libreOffice'
import { Fault } from '../../../http/faults'
import type { Writer } from '../campaigns/smsTemplates'
import type { PlaceholderValues } from '../recipients/template'
import type { FilesService } from '../../platform/files/service'
import { numberedName, pdfOfTemplate, templateKey, type Upload } from './keys'
import type { Documents } from './documents/documents'
import type { LetterMark } from './documents/messages'
import type { DocumentSession } from './documents/session'
import * as repo from './repo'
import { sampleValues } from './samples'
import { damaged, refused } from './word/refusal'
import { NO_ADDRESS, TEMPLATE_FAULTS } from './words'

export interface TemplateDependencies {
  readonly database: Database
  readonly files: FilesService
  readonly documents: Documents
}

export interface PreviewDependencies extends TemplateDependencies {
  readonly commonValues: (organisationId: string, benefitName: BenefitName) => Promise<Partial<PlaceholderValues>>
  readonly marks: LetterMarks
}

/** The mark at the end of an organisation's letters; none where the instance has no key. */
export interface LetterMarks {
  of(
    organisationId: string,
  ): Promise<
    (campaignId: number, householdReference: string) => { readonly mark: LetterMark; readonly hash: string } | undefined
  >
  /** For previews. */
  example(organisationId: string): Promise<LetterMark>
}

const ADDRESS: readonly Placeholder[] = ['address_line_1', 'postcode']

export interface CheckedTemplate {
  readonly placeholders: readonly Placeholder[]
  readonly digest: string
  /** Years; null where unknown. */
  readonly readingAge: number | null
  /** It gives a web address but no telephone number. */
  readonly isWebAlone: boolean
  readonly document: () => Promise<Readable>
  readonly previews: Previews | undefined
}

/** A preview made elsewhere has only its typical letter, and is remade where LibreOffice is installed. */
type Previews = Readonly<Partial<Record<ExampleName, Buffer>>>

/**
 * @param common the organisation's values for every household
 * @param mark printed at the end of its letters
 * @param preview made by LibreOffice, where installed, if not given
 * @throws Fault 422 with why it is no letter template
 */
export async function checkTemplate(
  session: DocumentSession,
  content: Readable | Buffer,
  {
    canConvert,
    common,
    mark,
    preview,
  }: { canConvert: boolean; common: Partial<PlaceholderValues>; mark?: LetterMark; preview?: Buffer | undefined },
): Promise<CheckedTemplate> {
  await session.add(UPLOAD, content)
  const checked = await session.ask('check', {
    upload: UPLOAD,
    into: DOCUMENT,
    samples: sampleValues(common).map(({ name, values }) => ({ into: `${name}.docx`, values })),
    mark,
  })
  if (!ADDRESS.every((name) => checked.placeholders.includes(name))) throw refused(NO_ADDRESS)
  const document = async () => {
    const stream = await session.stream(DOCUMENT)
    if (!stream) throw new Error('The document that was checked is gone.')
    return stream
  }
  const made = preview ? { typical: preview } : canConvert ? await tryOut(session) : undefined
  return { ...checked, document, previews: made }
}

async function tryOut(session: DocumentSession): Promise<Previews> {
  const samples = EXAMPLE_NAMES.map((name) => `${name}.docx`)
  await session.convert(samples)
  const [verdict] = await session.ask('checkPdfs', { pdfs: [pdfOf('typical.docx')] })
  const fault = verdict?.fault ?? null
  if (fault === 'missing' || fault === 'unreadable') throw damaged()
  if (fault) throw refused(TEMPLATE_FAULTS[fault])
  const previews = await readPreviews(session, (name) => `${name}.docx`)
  if (!previews) throw damaged()
  return previews
}

/** Undefined unless all were made. */
async function readPreviews(
  session: DocumentSession,
  fileOf: (name: ExampleName) => string,
): Promise<Previews | undefined> {
  const pdfs = EXAMPLE_NAMES.map((name) => pdfOf(fileOf(name)))
  for (const pdf of pdfs) if (!(await session.read(pdf))) return undefined
  await session.ask('drawWindow', { pdfs })
  const previews: Partial<Record<ExampleName, Buffer>> = {}
  for (const [index, name] of EXAMPLE_NAMES.entries()) {
    const pdf = await session.read(pdfs[index] ?? '')
    if (pdf) previews[name] = pdf
  }
  return previews
}

async function storePreviews(files: FilesService, key: string, previews: Previews): Promise<void> {
  for (const name of EXAMPLE_NAMES) {
    const pdf = previews[name]
    if (pdf) await files.put(pdfOfTemplate(key, name), pdf, 'application/pdf')
  }
}

const UPLOAD = 'upload.docx'
const DOCUMENT = 'template.docx'

export interface Kept {
  readonly state: 'waiting' | 'in_use'
  readonly language: Language | null
}

/** Idempotent for an upload, and for the same document and name. */
export async function storeTemplate(
  { database, files }: TemplateDependencies,
  upload: Upload,
  { document, digest, placeholders, previews, readingAge, isWebAlone }: CheckedTemplate,
  { state, language, writer }: Kept & { readonly writer: Writer },
): Promise<repo.TemplateRow> {
  const { organisationId, benefit, fileName } = upload
  for (;;) {
    const there = await database.forOrganisation(organisationId, (tx) => repo.templatesOf(tx, organisationId, benefit))
    const same = there.find(
      (row) => row.givenName === fileName && row.digest === digest && (row.state === 'in_use' || row.state === state),
    )
    if (same) return same
    const taken = new Set(there.map((row) => row.fileName))
    let number = 1
    while (taken.has(numberedName(fileName, number))) number++
    const name = numberedName(fileName, number)
    const row = {
      key: templateKey(upload, name),
      organisationId,
      uploadId: upload.id,
      benefitName: benefit,
      fileName: name,
      givenName: fileName,
      digest,
      placeholders: [...placeholders],
      hasPdf: previews !== undefined,
      hasSamples: previews?.longest !== undefined,
      readingAge,
      isWebAlone,
      language,
      createdAt: new Date(),
      state,
      writtenById: writer.id,
      writtenBy: writer.name,
      decidedBy: null,
      decidedAt: null,
    }
    // Files first: a listed template always has its file.
    await files.put(row.key, await document(), TEMPLATE_CONTENT_TYPE)
    if (previews) await storePreviews(files, row.key, previews)
    if (await database.forOrganisation(organisationId, (tx) => repo.insertTemplate(tx, row))) return row
    // The name was just taken. If by this very upload, the files are its own.
    const isOther = !(await database.forOrganisation(organisationId, (tx) =>
      repo.findTemplate(tx, organisationId, row.key),
    ))
    if (isOther)
      await Promise.all(
        [row.key, ...EXAMPLE_NAMES.map((sample) => pdfOfTemplate(row.key, sample))].map((key) => files.remove(key)),
      )
  }
}

/** Templates in use, each with a preview: those uploaded without LibreOffice get theirs here. */
export async function templatesToShow(
  deps: PreviewDependencies,
  organisationId: string,
  benefit: Upload['benefit'],
): Promise<repo.TemplateRow[]> {
  const rows = (
    await deps.database.forOrganisation(organisationId, (tx) => repo.templatesOf(tx, organisationId, benefit))
  ).filter(({ state }) => state === 'in_use')
  const without = rows.filter((row) => !row.hasSamples)
  const made =
    deps.documents.canConvert && without.length > 0
      ? await makePreviews(deps, organisationId, without)
      : new Set<string>()
  return rows
    .map((row) => (made.has(row.key) ? { ...row, hasPdf: true, hasSamples: true } : row))
    .filter(({ hasPdf }) => hasPdf)
}

async function makePreviews(
  { database, files, documents, commonValues, marks }: PreviewDependencies,
  organisationId: string,
  templates: readonly repo.TemplateRow[],
): Promise<Set<string>> {
  const made = new Set<string>()
  const convert = async (session: DocumentSession) => {
    const written: string[] = []
    const mark = await marks.example(organisationId)
    for (const [index, { key, benefitName }] of templates.entries()) {
      const template = `${index}.docx`
      await session.add(template, await openTemplate(files, key))
      const letters = sampleValues(await commonValues(organisationId, benefitName)).map(({ name, values }) => ({
        into: `${index}-${name}.docx`,
        values,
        mark,
      }))
      await session.ask('fill', { template, letters })
      written.push(...letters.map(({ into }) => into))
    }
    await session.convert(written)
    for (const [index, { key }] of templates.entries()) {
      const previews = await readPreviews(session, (name) => `${index}-${name}.docx`)
      if (!previews) continue
      await storePreviews(files, key, previews)
      await database.forOrganisation(organisationId, (tx) => repo.noteSamples(tx, key))
      made.add(key)
    }
  }
  await documents.forPerson(organisationId, convert).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error
  })
  return made
}

const TEST_LETTER = 'letter.docx'

/** A letter as printed, to an invented household. */
export async function testLetter(
  { files, documents, commonValues, marks }: PreviewDependencies,
  { organisationId, key, benefitName }: repo.TemplateRow,
): Promise<Buffer> {
  const [example] = sampleValues(await commonValues(organisationId, benefitName))
  return documents.forPerson(organisationId, async (session) => {
    await session.add(DOCUMENT, await openTemplate(files, key))
    const letter = { into: TEST_LETTER, values: example?.values ?? {}, mark: await marks.example(organisationId) }
    await session.ask('fill', { template: DOCUMENT, letters: [letter] })
    await session.convert([TEST_LETTER])
    const pdf = await session.read(pdfOf(TEST_LETTER))
    if (!pdf) throw damaged()
    return pdf
  })
}

/** @throws Error when the file is gone */
export async function openTemplate(files: FilesService, key: string): Promise<Readable> {
  const content = await files.open(key)
  if (!content) throw new Error('The file of a letter template is gone.')
  return content
}

const placeholderList = z.array(z.enum(PLACEHOLDERS))

/** Parses a row's placeholders. */
export const placeholdersOf = (row: repo.TemplateRow): Placeholder[] => placeholderList.parse(row.placeholders)

/** Warnings to show before a template is chosen. */
export function warningsOf(row: repo.TemplateRow): string[] {
  const used = placeholdersOf(row)
  const isNamed = used.includes('first_name') || used.includes('last_name')
  return [
    ...(isNamed ? [] : ['This letter names nobody: put ((title)) ((first_name)) ((last_name)) above the address.']),
    ...(used.includes('address_line_3')
      ? []
      : ['Longer addresses lose lines: put ((address_line_3)) to ((address_line_5)) below ((address_line_2)).']),
  ]
}
