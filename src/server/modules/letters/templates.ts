/**
 * Policy (docs/product.md#letter-templates): a document becomes a template when its content is right, whole or not at
 * all; a refusal leaves the list as it was and removes what was uploaded. A template is never changed or replaced,
 * because campaigns refer to it: another document of the same name stands beside it with a number, the same document
 * again is the same template.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { PLACEHOLDERS, type Placeholder } from '#contract/placeholders'
import { TEMPLATE_CONTENT_TYPE, TEMPLATE_LIMIT_BYTES } from '#contract/letterTemplates'
import type { LibreOffice } from '../../clients/libreOffice'
import type { Database } from '../../db/database'
import { readWhole, type FilesService } from '../files/service'
import { numberedName, pdfOfTemplate, templateKey, type Upload } from './keys'
import { checkLetter } from './pdf/letterRules'
import * as repo from './repo'
import { checkDocument } from './word/package'
import { readLetterDocument, type LetterDocument } from './word/letterDocument'
import { damaged, refused } from './word/refusal'
import { NO_ADDRESS, TEMPLATE_FAULTS } from './words'

export interface TemplateDependencies {
  readonly database: Database
  readonly files: FilesService
  readonly office: LibreOffice | undefined
}

/** Stands for a household while the rules are tried on a template. */
const SAMPLE: Readonly<Record<Placeholder, string>> = {
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

/** A document that was found to be right. */
export interface CheckedTemplate {
  readonly document: Buffer
  readonly placeholders: readonly Placeholder[]
  /** The template as it looks, its placeholders in brackets; undefined where nothing can make it. */
  readonly pdf: Buffer | undefined
}

/** @throws Fault 422 with why the document is no letter template, in words. */
export async function checkTemplate(bytes: Buffer, office: LibreOffice | undefined): Promise<CheckedTemplate> {
  const document = await checkDocument(bytes)
  const letter = readLetterDocument(document)
  if (!ADDRESS.every((name) => letter.placeholders.includes(name))) throw refused(NO_ADDRESS)
  return { document, placeholders: letter.placeholders, pdf: office && (await tryOut(document, letter, office)) }
}

async function tryOut(document: Buffer, letter: LetterDocument, office: LibreOffice): Promise<Buffer> {
  const [pdf, sample] = await office.toPdf([document, letter.fill(SAMPLE)])
  if (!pdf || !sample) throw damaged()
  const { fault } = await checkLetter(sample, { withDrawings: true })
  if (fault) throw refused(TEMPLATE_FAULTS[fault])
  return pdf
}

/**
 * Stores a checked template.
 * @param upload names it; the same upload again is the same template.
 */
export async function storeTemplate(
  { database, files }: TemplateDependencies,
  upload: Upload,
  { document, placeholders, pdf }: CheckedTemplate,
): Promise<repo.TemplateRow> {
  const { organisationId, benefit, fileName } = upload
  const digest = createHash('sha256').update(document).digest('hex')
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
    await files.put(row.key, document, TEMPLATE_CONTENT_TYPE)
    if (pdf) await files.put(pdfOfTemplate(row.key), pdf, 'application/pdf')
    if (await database.forOrganisation(organisationId, (tx) => repo.insertTemplate(tx, row))) return row
    // Another was given this name a moment ago. Its upload may have been this very one, whose files are then the same.
    const isOther = !(await database.forOrganisation(organisationId, (tx) => repo.findTemplate(tx, organisationId, row.key)))
    if (isOther) await Promise.all([files.remove(row.key), files.remove(pdfOfTemplate(row.key))])
  }
}

/** The templates of a benefit that can be looked at. What was taken without LibreOffice gets its PDF once there is one. */
export async function templatesToShow(
  { database, files, office }: TemplateDependencies,
  organisationId: string,
  benefit: Upload['benefit'],
): Promise<repo.TemplateRow[]> {
  const rows = await database.forOrganisation(organisationId, (tx) => repo.templatesOf(tx, organisationId, benefit))
  const without = rows.filter((row) => !row.hasPdf)
  if (!office || without.length === 0) return rows.filter((row) => row.hasPdf)
  const documents = await Promise.all(without.map((row) => readTemplate(files, row.key)))
  const pdfs = await office.toPdf(documents)
  const made = new Set<string>()
  for (const [index, { key }] of without.entries()) {
    const pdf = pdfs[index]
    if (!pdf) continue
    await files.put(pdfOfTemplate(key), pdf, 'application/pdf')
    await database.forOrganisation(organisationId, (tx) => repo.notePdf(tx, key))
    made.add(key)
  }
  return rows.filter((row) => row.hasPdf || made.has(row.key))
}

/** @throws Error when the file of a template is gone. */
export async function readTemplate(files: FilesService, key: string): Promise<Buffer> {
  const content = await files.open(key)
  if (!content) throw new Error('The file of a letter template is gone.')
  // Written anew it may be a little larger than it was uploaded.
  return readWhole(content, 2 * TEMPLATE_LIMIT_BYTES)
}

const placeholderList = z.array(z.enum(PLACEHOLDERS))

/** The placeholders that a stored template uses. */
export const placeholdersOf = (row: repo.TemplateRow): Placeholder[] => placeholderList.parse(row.placeholders)
