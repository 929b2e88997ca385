import { BENEFIT_TITLES, type BenefitName } from '#contract/households/benefits'
import { EXAMPLE_HOUSEHOLDS, type ExampleName } from '#contract/campaigns/exampleHouseholds'
import type { MessageSettings } from '#contract/campaigns/messageSettings'
import { ORGANISATION_PLACEHOLDERS, type Placeholder } from '#contract/campaigns/placeholders'

const dayIn = (locale: string) =>
  new Date().toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' })

/** An invented household for the preview, never real data. */
export function makeExampleHousehold(
  organisation: string,
  benefit: BenefitName,
  settings: MessageSettings | undefined,
  example: ExampleName = 'typical',
): Partial<Record<Placeholder, string>> {
  return {
    ...EXAMPLE_HOUSEHOLDS[example],
    organisation,
    benefit: BENEFIT_TITLES[benefit],
    date: dayIn('en-GB'),
    dyddiad: dayIn('cy'),
    // Unset placeholders stay visible.
    ...Object.fromEntries(ORGANISATION_PLACEHOLDERS.map((name) => [name, settings?.[name] ?? `((${name}))`])),
  }
}
