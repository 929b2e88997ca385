/** docs/product.md#letter-templates */
import { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import { findOtherBenefits, warnOfOtherBenefits } from '#contract/campaigns/namedBenefits'
import { PLACEHOLDERS, type Placeholder } from '#contract/campaigns/placeholders'
import type { getAllLetterTemplates } from '#contract/campaigns/letters'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { listLetterVersions, type ListedLetter } from './versions'
import type { PreviewDependencies } from './dependencies'
import { drawTestLetter, isOwnUpload, listTemplatesToShow, signPreview } from './previews'
import * as repo from './repo'

type TemplateList = z.output<typeof getAllLetterTemplates.reply>

const TEST_LETTER_SECONDS = 5 * 60

/** Lists and previews templates. */
export function createLetterTemplates(deps: PreviewDependencies) {
  const { database, files, documents } = deps

  return {
    /** In use for a benefit, and on request this person's uploads. */
    async list(
      { organisationId, userId }: Pick<Person, 'organisationId' | 'userId'>,
      benefit: BenefitName,
      uploaded?: string,
    ): Promise<TemplateList> {
      const rows = await listTemplatesToShow(
        deps,
        organisationId,
        benefit,
        (row) => row.state === 'in_use' || (row.key === uploaded && isOwnUpload(row, userId)),
      )
      return Promise.all(
        rows.map(async (row) => ({
          id: row.key,
          letter_template_signed_url: await signPreview(files, row.key),
          longest_url: row.hasSamples ? await signPreview(files, row.key, 'longest') : null,
          shortest_url: row.hasSamples ? await signPreview(files, row.key, 'shortest') : null,
          placeholders: parsePlaceholders(row),
          warnings: listWarnings(row),
          reading_age: row.readingAge,
          is_web_alone: row.isWebAlone,
          language: row.language,
        })),
      )
    },

    /** All versions, newest first. */
    async listVersions(organisationId: string): Promise<ListedLetter[]> {
      const rows = await database.forOrganisation(organisationId, (tx) => listLetterVersions(tx, organisationId))
      return Promise.all(
        rows.map(async (row) => ({
          ...row,
          warnings: listWarnings(row),
          previewUrl: row.hasPdf ? await signPreview(files, row.key) : null,
        })),
      )
    },

    /** As `pension_credit/winter_letter.docx`. */
    async listNames(organisationId: string): Promise<Set<string>> {
      const rows = await database.forOrganisation(organisationId, (tx) => repo.listAllTemplates(tx, organisationId))
      return new Set(rows.map(({ benefitName, givenName }) => `${benefitName}/${givenName}`))
    },

    /**
     * Filled in for an invented household; valid for five minutes.
     * @throws Fault 404 for another organisation's; 409 without LibreOffice
     */
    async makeTestLetter(
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
      await files.put(key, await drawTestLetter(deps, template), 'application/pdf')
      return {
        url: await files.getUrl(key, { expiresInSeconds: TEST_LETTER_SECONDS, downloadName: 'test-letter.pdf' }),
      }
    },
  }
}

const placeholderList = z.array(z.enum(PLACEHOLDERS))

/** Parses a row's placeholders. */
export const parsePlaceholders = (row: repo.LetterTemplateRow): Placeholder[] => placeholderList.parse(row.placeholders)

function listWarnings(row: repo.LetterTemplateRow): string[] {
  const used = parsePlaceholders(row)
  const isNamed = used.includes('first_name') || used.includes('last_name')
  const doubt = warnOfOtherBenefits(findOtherBenefits([row.namedBenefits], row.benefitName), row.benefitName)
  return [
    ...(doubt === null ? [] : [doubt]),
    ...(row.replacedFonts.length === 0 ? [] : [describeReplaced(row.replacedFonts)]),
    ...(isNamed ? [] : ['This letter names nobody: put ((title)) ((first_name)) ((last_name)) above the address.']),
    ...(used.includes('address_line_3')
      ? []
      : ['Longer addresses lose lines: put ((address_line_3)) to ((address_line_5)) below ((address_line_2)).']),
  ]
}

const describeReplaced = (fonts: readonly string[]) =>
  `The server does not have the ${fonts.length === 1 ? 'font' : 'fonts'} ${fonts.slice(0, 5).join(', ')}: the letter is printed in another, and its lines and pages may end elsewhere than in Word. Look at the preview, or write it in Liberation Sans.`
