/**
 * Policy (docs/product.md#letter-templates): a document becomes a template when its content is right, whole or not at
 * all; a refusal leaves the list as it was and removes what was uploaded. A template is never changed or replaced,
 * because campaigns refer to it: another document of the same name stands beside it with a number, the same document
 * again is the same template.
 */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { PLACEHOLDERS, type Placeholder } from '#contract/placeholders'
import { TEMPLATE_CONTENT_TYPE } from '#contract/letterTemplates'
import type { Database } from '../../db/database'
import { Fault } from '../../faults'
import type { FilesService } from '../files/service'
import { numberedName, pdfOfTemplate, templateKey, type Upload } from './keys'
import type { Documents } from './documents/documents'
import { pdfOf, type DocumentSession } from './documents/session'
import * as repo from './repo'
import { damaged, refused } from './word/refusal'
import { NO_ADDRESS, TEMPLATE_FAULTS } from './words'

export interface TemplateDependencies {
  readonly database: Database
  readonly files: FilesService
  readonly documents: Documents
}

/** Stands for a household while the rules are tried on a template. */
const SAMPLE_VALUES: Readonly<Record<Placeholder, string>> = {
  title: 'Mrs',
  first_name: 'Margaret',
  last_name: 'Featherstone',
  address_line_1: 'Flat 12',
  address_line_2: '104 Wellington Road',
  address_line_3: 'Northmere',
  address_line_4: '',
  address_line_5: '',
  address_line_6: '',
  address_line_7: '',
  postcode: 'ZE60 1AA',
  household_reference: 'NOR-0001234',
  organisation: 'Northmere Borough Council',
  benefit: 'Pension Credit',
}

const ADDRESS: readonly Placeholder[] = ['address_line_1', 'postcode']

/** A document that was found to be right, while its session lasts. */
export interface CheckedTemplate {
  readonly placeholders: readonly Placeholder[]
  readonly digest: string
  /** The document as it is stored. */
  readonly document: () => Promise<Readable>
  /** The template as it looks, its placeholders in brackets; undefined where nothing can make it. */
  readonly pdf: Buffer | undefined
}

/**
 * Checks a document in a session.
 * @param preview made before; without one LibreOffice makes it, where it is installed.
 * @throws Fault 422 with why the document is no letter template, in words.
 */
export async function checkTemplate(
  session: DocumentSession,
  content: Readable | Buffer,
  canConvert: boolean,
  preview?: Buffer,
): Promise<CheckedTemplate> {
  await session.add(UPLOAD, content)
  const { placeholders, digest } = await session.ask('check', {
    upload: UPLOAD,
    into: DOCUMENT,
    sample: SAMPLE,
    sampleValues: SAMPLE_VALUES,
  })
  if (!ADDRESS.every((name) => placeholders.includes(name))) throw refused(NO_ADDRESS)
  const document = async () => {
    const stream = await session.stream(DOCUMENT)
    if (!stream) throw new Error('The document that was checked is gone.')
    return stream
  }
  return { placeholders, digest, document, pdf: preview ?? (canConvert ? await tryOut(session) : undefined) }
}

async function tryOut(session: DocumentSession): Promise<Buffer> {
  await session.convert([DOCUMENT, SAMPLE])
  const [verdict] = await session.ask('judge', { pdfs: [pdfOf(SAMPLE)] })
  const pdf = await session.read(pdfOf(DOCUMENT))
  if (!pdf || verdict === 'missing' || verdict === 'unreadable') throw damaged()
  if (verdict) throw refused(TEMPLATE_FAULTS[verdict])
  return pdf
}

const UPLOAD = 'upload.docx'
const DOCUMENT = 'template.docx'
const SAMPLE = 'sample.docx'

/**
 * Stores a checked template.
 * @param upload names it; the same upload again is the same template.
 */
export async function storeTemplate(
  { database, files }: TemplateDependencies,
  upload: Upload,
  { document, digest, placeholders, pdf }: CheckedTemplate,
): Promise<repo.TemplateRow> {
  const { organisationId, benefit, fileName } = upload
  for (;;) {
    const there = await database.forOrganisation(organisationId, (tx) => repo.templatesOf(tx, organisationId, benefit))
    const same = there.find((row) => row.givenName === fileName && row.digest === digest)
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
      hasPdf: pdf !== undefined,
      createdAt: new Date(),
    }
    // The files first: a template in the list is always there.
    await files.put(row.key, await document(), TEMPLATE_CONTENT_TYPE)
    if (pdf) await files.put(pdfOfTemplate(row.key), pdf, 'application/pdf')
    if (await database.forOrganisation(organisationId, (tx) => repo.insertTemplate(tx, row))) return row
    // Another was given this name a moment ago. Its upload may have been this very one, whose files are then the same.
    const isOther = !(await database.forOrganisation(organisationId, (tx) =>
      repo.findTemplate(tx, organisationId, row.key),
    ))
    if (isOther) await Promise.all([files.remove(row.key), files.remove(pdfOfTemplate(row.key))])
  }
}

/** The templates of a benefit that can be looked at. What was taken without LibreOffice gets its PDF once there is one. */
export async function templatesToShow(
  deps: TemplateDependencies,
  organisationId: string,
  benefit: Upload['benefit'],
): Promise<repo.TemplateRow[]> {
  const rows = await deps.database.forOrganisation(organisationId, (tx) =>
    repo.templatesOf(tx, organisationId, benefit),
  )
  const without = rows.filter((row) => !row.hasPdf)
  const made =
    deps.documents.canConvert && without.length > 0
      ? await makePreviews(deps, organisationId, without)
      : new Set<string>()
  return rows.filter((row) => row.hasPdf || made.has(row.key))
}

/** @returns the keys of those that have a preview now. The others stay as they are, for another time. */
async function makePreviews(
  { database, files, documents }: TemplateDependencies,
  organisationId: string,
  templates: readonly repo.TemplateRow[],
): Promise<Set<string>> {
  const made = new Set<string>()
  const convert = async (session: DocumentSession) => {
    for (const [index, { key }] of templates.entries())
      await session.add(`${index}.docx`, await openTemplate(files, key))
    await session.convert(templates.map((_, index) => `${index}.docx`))
    for (const [index, { key }] of templates.entries()) {
      const pdf = await session.read(pdfOf(`${index}.docx`))
      if (!pdf) continue
      await files.put(pdfOfTemplate(key), pdf, 'application/pdf')
      await database.forOrganisation(organisationId, (tx) => repo.notePdf(tx, key))
      made.add(key)
    }
  }
  await documents.forPerson(organisationId, convert).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error
  })
  return made
}

/** @throws Error when the file of a template is gone. */
export async function openTemplate(files: FilesService, key: string): Promise<Readable> {
  const content = await files.open(key)
  if (!content) throw new Error('The file of a letter template is gone.')
  return content
}

const placeholderList = z.array(z.enum(PLACEHOLDERS))

/** The placeholders that a stored template uses. */
export const placeholdersOf = (row: repo.TemplateRow): Placeholder[] => placeholderList.parse(row.placeholders)
