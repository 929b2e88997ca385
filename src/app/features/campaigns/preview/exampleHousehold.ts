import { BENEFIT_TITLES, type BenefitName } from '#contract/campaigns'
import type { MessageSettings } from '#contract/messageSettings'
import { ORGANISATION_PLACEHOLDERS, type Placeholder } from '#contract/placeholders'

const dayIn = (locale: string) =>
  new Date().toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' })

/** An invented household for the preview, never real data; its postcode area does not exist. */
export function exampleHousehold(
  organisation: string,
  benefit: BenefitName,
  settings: MessageSettings | undefined,
): Partial<Record<Placeholder, string>> {
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
    amount: '£68',
    date: dayIn('en-GB'),
    dyddiad: dayIn('cy'),
    // What is not set stays visible.
    ...Object.fromEntries(ORGANISATION_PLACEHOLDERS.map((name) => [name, settings?.[name] ?? `((${name}))`])),
  }
}
