/**
 * Letter templates (docs/product.md#letter-templates). Campaigns refer to them, so none is ever changed or replaced:
 * another document of the same name gets a number.
 */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { PLACEHOLDERS, type Placeholder } from '#contract/placeholders'
import { TEMPLATE_CONTENT_TYPE } from '#contract/letterTemplates'
import type { Database } from '../../db/database'
import { pdfOf } from '../../clients/libreOffice'
import { Fault } from '../../faults'
import type { FilesService } from '../files/service'
import { numberedName, pdfOfTemplate, templateKey, type Upload } from './keys'
import type { Documents } from './documents/documents'
import type { DocumentSession } from './documents/session'
import * as repo from './repo'
import { damaged, refused } from './word/refusal'
import { NO_ADDRESS, TEMPLATE_FAULTS } from './words'

export interface TemplateDependencies {
  readonly database: Database
  readonly files: FilesService
  readonly documents: Documents
}

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
  amount: '£68',
  date: '24 November 2026',
  dyddiad: '24 Tachwedd 2026',
  phone: '01632 960 100',
  return_address: 'Northmere Borough Council, Town Hall, Market Square, Northmere ZE60 1AA',
  privacy_notice: 'northmere.example/privacy',
}

const ADDRESS: readonly Placeholder[] = ['address_line_1', 'postcode']

export interface CheckedTemplate {
  readonly placeholders: readonly Placeholder[]
  readonly digest: string
  readonly document: () => Promise<Readable>
  readonly pdf: Buffer | undefined
}

/**
 * Checks a document.
 * @param preview otherwise LibreOffice makes it, where installed.
 * @throws Fault 422 with why it is no letter template.
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
  const [verdict] = await session.ask('checkPdfs', { pdfs: [pdfOf(SAMPLE)] })
  const pdf = await session.read(pdfOf(DOCUMENT))
  if (!pdf || verdict === 'missing' || verdict === 'unreadable') throw damaged()
  if (verdict) throw refused(TEMPLATE_FAULTS[verdict])
  return pdf
}

const UPLOAD = 'upload.docx'
const DOCUMENT = 'template.docx'
const SAMPLE = 'sample.docx'

/** Idempotent for an upload, and for the same document and name. */
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
    // The files first: a listed template always has its file.
    await files.put(row.key, await document(), TEMPLATE_CONTENT_TYPE)
    if (pdf) await files.put(pdfOfTemplate(row.key), pdf, 'application/pdf')
    if (await database.forOrganisation(organisationId, (tx) => repo.insertTemplate(tx, row))) return row
    // The name was just taken. If by this very upload, the files are its own.
    const isOther = !(await database.forOrganisation(organisationId, (tx) =>
      repo.findTemplate(tx, organisationId, row.key),
    ))
    if (isOther) await Promise.all([files.remove(row.key), files.remove(pdfOfTemplate(row.key))])
  }
}

/** Templates with a preview; those uploaded without LibreOffice get theirs now. */
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

/** @throws Error when the file is gone. */
export async function openTemplate(files: FilesService, key: string): Promise<Readable> {
  const content = await files.open(key)
  if (!content) throw new Error('The file of a letter template is gone.')
  return content
}

const placeholderList = z.array(z.enum(PLACEHOLDERS))

/** Parses a row's placeholders. */
export const placeholdersOf = (row: repo.TemplateRow): Placeholder[] => placeholderList.parse(row.placeholders)
