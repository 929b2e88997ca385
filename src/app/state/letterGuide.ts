import { FIRST_PAGE_ZONES, PAGE_MM, type LetterZone } from '#contract/campaigns/letterZones'
import { EXAMPLE_BENEFITS, ZONES_DOCUMENT, type LetterExample } from '#contract/campaigns/messageExamples'
import { PLACEHOLDERS } from '#contract/campaigns/placeholders'
import { PLACEHOLDER_WORDS } from '#contract/campaigns/placeholderWords'
import { getLetterExample } from '#contract/campaigns/templates'
import { LANGUAGE_WORDS, LANGUAGES } from '#contract/households/languages'
import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import type { BenefitName } from '#contract/households/benefits'

/** The address of an example letter. */
export const makeExamplePath = (name: LetterExample) => `${getLetterExample.path}?name=${name}`

const ZONE_NAMES: Readonly<Record<keyof typeof FIRST_PAGE_ZONES, string>> = {
  above: 'Your name and logo',
  beside: 'Your address',
  window: 'Address (window)',
  text: 'Text',
}

const nameZone = ([key, zone]: [string, LetterZone]) => ({
  // The keys are those of the zones.
  name: ZONE_NAMES[key as keyof typeof FIRST_PAGE_ZONES],
  ...zone,
})

const GUIDE = {
  page: PAGE_MM,
  zones: Object.entries(FIRST_PAGE_ZONES).map(nameZone),
  placeholders: PLACEHOLDERS.map((name) => ({ name, becomes: PLACEHOLDER_WORDS[name] })),
} as const

/** The guide for letters of a benefit; of all for a custom campaign. */
export function makeLetterGuide(benefit: BenefitName) {
  const examples = EXAMPLE_BENEFITS.filter((one) => benefit === 'custom' || one === benefit)
  return {
    ...GUIDE,
    downloads: [
      ...examples.flatMap((one) =>
        LANGUAGES.map((language) => ({
          href: makeExamplePath(`${one}.${language}`),
          label: `Example: ${CAMPAIGN_TYPES[one]}, ${LANGUAGE_WORDS[language]} (Word)`,
        })),
      ),
      { href: makeExamplePath(ZONES_DOCUMENT), label: 'An empty letter with its zones (Word)' },
    ],
  }
}
