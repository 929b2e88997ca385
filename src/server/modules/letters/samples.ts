import { ORGANISATION_PLACEHOLDERS } from '#contract/placeholders'
import type { PlaceholderValues } from '../recipients/service'

/** What a template is shown with: invented households, whose postcode area does not exist. */
export const SAMPLE_NAMES = ['typical', 'longest', 'shortest'] as const
export type SampleName = (typeof SAMPLE_NAMES)[number]

type Values = Partial<PlaceholderValues>

const HOUSEHOLDS: Readonly<Record<SampleName, Values>> = {
  typical: {
    title: 'Mrs',
    first_name: 'Margaret',
    last_name: 'Example',
    address_line_1: 'Flat 12',
    address_line_2: '104 Example Road',
    address_line_3: 'Exampleton',
    postcode: 'ZE60 1AA',
  },
  longest: {
    title: 'Professor',
    first_name: 'Margaret Elizabeth',
    last_name: 'Featherstonehaugh-Example',
    address_line_1: 'Flat 12, Lower Ground Floor',
    address_line_2: 'Featherstonehaugh House',
    address_line_3: '104 to 110 Old Wellington Road',
    address_line_4: 'Upper Hartington under Example',
    address_line_5: 'Exampleton-on-the-Marsh',
    postcode: 'ZE60 1AA',
  },
  shortest: {
    first_name: 'A',
    last_name: 'Li',
    address_line_1: '1 Ely Way',
    address_line_2: 'Eve',
    postcode: 'ZE1 1AA',
  },
}

/** The values of each sample. @param common what the organisation's messages say to all */
export function sampleValues(common: Values): { readonly name: SampleName; readonly values: Values }[] {
  const unset = Object.fromEntries(
    ORGANISATION_PLACEHOLDERS.filter((name) => !common[name]).map((name) => [name, NOT_SET]),
  )
  return SAMPLE_NAMES.map((name) => ({
    name,
    values: { household_reference: 'EXAMPLE-0001', amount: '£68', ...common, ...unset, ...HOUSEHOLDS[name] },
  }))
}

const NOT_SET = '[not set yet]'
