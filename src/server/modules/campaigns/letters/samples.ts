import { EXAMPLE_HOUSEHOLDS, EXAMPLE_NAMES, type ExampleName } from '#contract/campaigns/exampleHouseholds'
import { ORGANISATION_PLACEHOLDERS } from '#contract/campaigns/placeholders'
import type { PlaceholderValues } from '../recipients/template'

type Values = Partial<PlaceholderValues>

/** Values to preview a template with. @param common the organisation's values for every household */
export function fillSamples(common: Values): { readonly name: ExampleName; readonly values: Values }[] {
  const unset = Object.fromEntries(
    ORGANISATION_PLACEHOLDERS.filter((name) => !common[name]).map((name) => [name, NOT_SET]),
  )
  return EXAMPLE_NAMES.map((name) => ({ name, values: { ...common, ...unset, ...EXAMPLE_HOUSEHOLDS[name] } }))
}

const NOT_SET = '[not set yet]'
