import { dirname } from 'node:path'
import type { BenefitName } from '#contract/households/benefits'
import { EXAMPLE_HOUSEHOLDS, EXAMPLE_NAMES, type ExampleName } from '#contract/campaigns/exampleHouseholds'
import { ORGANISATION_PLACEHOLDERS } from '#contract/campaigns/placeholders'
import { makePdfPath } from '../../../clients/libreOffice'
import { Fault } from '../../../http/faults'
import { verifyDigest } from '../../../lib/digest'
import { OperatorFault } from '../../../lib/operator'
import type { FilesService } from '../../platform/files/service'
import type { PlaceholderValues } from '../recipients/template'
import type { PreviewDependencies } from './dependencies'
import type { DocumentSession } from './documents/session'
import { previewKey } from './keys'
import * as repo from './repo'
import { documentDamaged } from './word/refusal'

export type Previews = Readonly<Partial<Record<ExampleName, Buffer>>>

const PREVIEW_SECONDS = 10 * 60

/** Valid for ten minutes. */
export const signPreview = (files: FilesService, key: string, sample?: ExampleName): Promise<string> =>
  files.getUrl(previewKey(key, sample), { expiresInSeconds: PREVIEW_SECONDS })

/** Undefined unless all exist. */
export async function readPreviews(
  session: DocumentSession,
  fileOf: (name: ExampleName) => string,
): Promise<Previews | undefined> {
  const pdfs = EXAMPLE_NAMES.map((name) => makePdfPath(fileOf(name)))
  for (const pdf of pdfs) if (!(await session.read(pdf))) return undefined
  await session.ask('drawWindow', { pdfs })
  const previews: Partial<Record<ExampleName, Buffer>> = {}
  for (const [index, name] of EXAMPLE_NAMES.entries()) {
    const pdf = await session.read(pdfs[index] ?? '')
    if (pdf) previews[name] = pdf
  }
  return previews
}

/** Stores what was made. */
export async function storePreviews(files: FilesService, key: string, previews: Previews): Promise<void> {
  for (const name of EXAMPLE_NAMES) {
    const pdf = previews[name]
    if (pdf) await files.put(previewKey(key, name), pdf, 'application/pdf')
  }
}

/** Whether the person uploaded it with a campaign. */
export const isOwnUpload = ({ state, writtenById }: repo.LetterTemplateRow, userId: string): boolean =>
  state === 'of_campaign' && writtenById === userId

/** Templates, each with a preview: those uploaded without LibreOffice get theirs here. */
export async function listTemplatesToShow(
  deps: PreviewDependencies,
  organisationId: string,
  benefit: BenefitName,
  isShown: (row: repo.LetterTemplateRow) => boolean,
): Promise<repo.LetterTemplateRow[]> {
  const rows = (
    await deps.database.forOrganisation(organisationId, (tx) => repo.listTemplates(tx, organisationId, benefit))
  ).filter(isShown)
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
  templates: readonly repo.LetterTemplateRow[],
): Promise<Set<string>> {
  const made = new Set<string>()
  const convert = async (session: DocumentSession) => {
    const written: string[] = []
    const mark = await marks.example(organisationId)
    for (const [index, row] of templates.entries()) {
      const template = `${index}.docx`
      await session.add(template, await openTemplate(files, row))
      const letters = fillSamples(await commonValues(organisationId, row.benefitName)).map(({ name, values }) => ({
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
      await database.forOrganisation(organisationId, (tx) => repo.saveSamples(tx, key))
      made.add(key)
    }
  }
  await documents.forPerson(organisationId, convert).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error
  })
  return made
}

const TEMPLATE = 'template.docx'
const TEST_LETTER = 'letter.docx'

/** A printed letter to an invented household. */
export async function drawTestLetter(
  { files, documents, commonValues, marks }: PreviewDependencies,
  row: repo.LetterTemplateRow,
): Promise<Buffer> {
  const { organisationId, benefitName } = row
  const [example] = fillSamples(await commonValues(organisationId, benefitName))
  return documents.forPerson(organisationId, async (session) => {
    await session.add(TEMPLATE, await openTemplate(files, row))
    const letter = { into: TEST_LETTER, values: example?.values ?? {}, mark: await marks.example(organisationId) }
    await session.ask('fill', { template: TEMPLATE, letters: [letter] })
    await session.convert([TEST_LETTER])
    const pdf = await session.read(makePdfPath(TEST_LETTER))
    if (!pdf) throw documentDamaged()
    return pdf
  })
}

/** Throws OperatorFault at its end where the document is not the one that was stored. @throws Error when it is gone */
export async function openTemplate(
  files: FilesService,
  { key, digest }: Pick<repo.LetterTemplateRow, 'key' | 'digest'>,
): Promise<AsyncIterable<Uint8Array>> {
  const content = await files.open(key)
  if (!content) throw new Error('The file of a letter template is gone.')
  // Without the file's name, which may be a person's.
  return verifyDigest(content, digest, () => new OperatorFault(describeOther(dirname(key))))
}

const describeOther = (folder: string) =>
  `The letter template under ${folder} among the files is not the one that was stored. Restore it from a backup, or ` +
  'from a version of the bucket, or upload it again and choose the new one.'

/** Values to preview a template with. @param common the organisation's values for every household */
export function fillSamples(
  common: Partial<PlaceholderValues>,
): { readonly name: ExampleName; readonly values: Partial<PlaceholderValues> }[] {
  const unset = Object.fromEntries(
    ORGANISATION_PLACEHOLDERS.filter((name) => !common[name]).map((name) => [name, NOT_SET]),
  )
  return EXAMPLE_NAMES.map((name) => ({ name, values: { ...common, ...unset, ...EXAMPLE_HOUSEHOLDS[name] } }))
}

const NOT_SET = '[not set yet]'
