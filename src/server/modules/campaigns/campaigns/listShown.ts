import type { BenefitName } from '#contract/households/benefits'
import { AREA_FILTER } from '#contract/households/area'
import { filterRequestSchema, type FilterRequest } from '#contract/households/filters'
import { benefitOfValue, CONTACT_FILTERS } from '#contract/households/overTime'
import type { Tx } from '../../../db/engine'
import { COLUMNS_OF_CONTACT } from '../../households/need-to-know/groups'
import { requireShown, type RoleNeedToKnow } from '../../households/need-to-know/service'
import { TARGETING } from './benefits'
import { EXCLUSION } from './eligibility'
import { findFilters, type CampaignRow } from './repo'

/** @throws Fault 409 where the list of a campaign reveals what is hidden from the role */
export async function requireListShown(tx: Tx, own: RoleNeedToKnow, campaign: CampaignRow): Promise<void> {
  const told = columnsTold(campaign, filterRequestSchema.parse(await findFilters(tx, campaign.id)))
  requireShown(own, told, 'Which households this campaign is for')
}

/** Columns that a campaign's list reveals. */
const columnsTold = (
  { benefitName: benefit, excludedByLetter }: { readonly benefitName: BenefitName; readonly excludedByLetter: boolean },
  request: FilterRequest,
): string[] => [
  ...(excludedByLetter ? [EXCLUSION] : []),
  ...TARGETING[benefit].flatMap((condition) => ('column' in condition ? [condition.column] : [])),
  ...request.filter_request_list.flatMap((filter) => columnsOfFilter(filter.filter_name, filter.filter_value_list)),
  ...(request.dynamic_filter_value_request_list.some(({ filter_name }) => filter_name === AREA_FILTER.filter_name)
    ? ['longitude']
    : []),
]

/** A filter over time reveals benefits, one of contact whatever earlier lists were made by. */
const columnsOfFilter = (name: string, values: readonly string[]): string[] =>
  CONTACT_FILTERS.some(({ filter_name }) => filter_name === name)
    ? [...COLUMNS_OF_CONTACT]
    : [name, ...values.map((value) => benefitOfValue(name, value) ?? '')].filter(Boolean)
