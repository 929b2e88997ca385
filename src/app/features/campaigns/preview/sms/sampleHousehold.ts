import { BENEFIT_TITLES, type BenefitName } from '#contract/campaigns'
import type { Placeholder } from '#contract/placeholders'

/** An invented household for the preview, never real data; its postcode area does not exist. */
export function sampleHousehold(organisation: string, benefit: BenefitName): Partial<Record<Placeholder, string>> {
  return {
    title: 'Mrs',
    first_name: 'Margaret',
    last_name: 'Example',
    address_line_1: '12 Example Street',
    address_line_2: 'Exampleton',
    postcode: 'ZE99 9ZZ',
    household_reference: 'EXAMPLE-0001',
    organisation,
    benefit: BENEFIT_TITLES[benefit],
  }
}
