import type { Language } from '#contract/households/languages'
import { EXAMPLE_NAMES } from '#contract/campaigns/exampleHouseholds'
import { TEMPLATE_CONTENT_TYPE } from '#contract/campaigns/letters'
import type { TemplateWriter } from '../templates/versions'
import type { CheckedTemplate } from './checkTemplate'
import type { TemplateDependencies } from './dependencies'
import { numberFileName, previewKey, templateKey, type LetterUpload } from './keys'
import { storePreviews } from './previews'
import * as repo from './repo'

export interface KeptAs {
  readonly state: 'waiting' | 'of_campaign' | 'in_use'
  readonly language: Language | null
}

/**
 * Templates are immutable, because campaigns refer to them: another document of the same name gets a number.
 * Idempotent.
 */
export async function storeTemplate(
  { database, files }: TemplateDependencies,
  upload: LetterUpload,
  { document, digest, placeholders, previews, readingAge, isWebAlone, namedBenefits, replacedFonts }: CheckedTemplate,
  { state, language, writer }: KeptAs & { readonly writer: TemplateWriter },
): Promise<repo.LetterTemplateRow> {
  const { organisationId, benefit, fileName } = upload
  for (;;) {
    const there = await database.forOrganisation(organisationId, (tx) =>
      repo.listTemplates(tx, organisationId, benefit),
    )
    const same = there.find(
      (row) =>
        row.givenName === fileName &&
        row.digest === digest &&
        (row.state === 'in_use' || (row.state === state && state === 'waiting')),
    )
    if (same) return same
    const taken = new Set(there.map((row) => row.fileName))
    let number = 1
    while (taken.has(numberFileName(fileName, number))) number++
    const name = numberFileName(fileName, number)
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
      namedBenefits,
      replacedFonts,
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
    // If taken by this very upload, the files are its own.
    const isOther = !(await database.forOrganisation(organisationId, (tx) =>
      repo.findTemplate(tx, organisationId, row.key),
    ))
    if (isOther)
      await Promise.all(
        [row.key, ...EXAMPLE_NAMES.map((sample) => previewKey(row.key, sample))].map((key) => files.remove(key)),
      )
  }
}
