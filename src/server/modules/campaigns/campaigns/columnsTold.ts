import { AREA_FILTER } from '#contract/households/area'
import type { BenefitName } from '#contract/households/benefits'
import type { FilterRequest } from '#contract/households/filters'
import { benefitOfValue, CONTACT_FILTERS } from '#contract/households/overTime'
import { COLUMNS_OF_CONTACT } from '../../households/need-to-know/groups'
import { columnsOfEstimate } from '../../households/estimates/benefits'
import { AWARD, TARGETING } from './benefits'

export const EXCLUSION = 'digital_exclusion'

export interface ListedBy {
  readonly benefitName: BenefitName
  readonly excludedByLetter: boolean
  readonly stagger: number
  /** Whether earlier hold-outs keep some off the list. */
  readonly isHeldOut: boolean
  /** Whether a message has `((amount))`: households without a sure one stand on the list as not contacted. */
  readonly saysAmount: boolean
}

/** Columns that a campaign's list, and every number on it, reveals. */
export const columnsTold = (
  { benefitName, excludedByLetter, stagger, isHeldOut, saysAmount }: ListedBy,
  request: FilterRequest,
): string[] => [
  ...(excludedByLetter ? [EXCLUSION] : []),
  // Missing households were written to, or held out, earlier.
  ...(stagger > 0 || isHeldOut ? COLUMNS_OF_CONTACT : []),
  ...(saysAmount ? columnsOfEstimate(AWARD[benefitName]) : []),
  ...TARGETING[benefitName].flatMap((condition) => ('column' in condition ? [condition.column] : [])),
  ...request.filter_request_list.flatMap((filter) => columnsOfFilter(filter.filter_name, filter.filter_value_list)),
  ...(request.dynamic_filter_value_request_list.some(({ filter_name }) => filter_name === AREA_FILTER.filter_name)
    ? ['longitude']
    : []),
]

/** A filter over time reveals benefits; a contact filter, contact. */
const columnsOfFilter = (name: string, values: readonly string[]): string[] =>
  CONTACT_FILTERS.some(({ filter_name }) => filter_name === name)
    ? [...COLUMNS_OF_CONTACT]
    : [name, ...values.map((value) => benefitOfValue(name, value) ?? '')].filter(Boolean)
