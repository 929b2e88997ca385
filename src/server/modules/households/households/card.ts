import { z } from 'zod'
import type { FilterCategory } from '#contract/households/filters'
import { describeEstimateBasis, rangeInWords } from '#contract/households/estimates'
import type { HouseholdCard } from '#contract/households/households'
import { isEstimateHidden } from '../need-to-know/groups'
import type { Rates } from '../estimates/rateTypes'
import { listWhyColumns, explainEstimate } from '../estimates/why'
import { BENEFITS, ESTIMATED_BENEFITS, type EstimatedBenefit } from '../estimates/benefits'
import { CATALOGUE_FILTERS } from '../filters/catalogue'
import { ISO_LANGUAGES, snapshotColumn } from '../columns/columns'
import type { LoadedSnapshot, RowColumn } from '../snapshots/service'

export const cardRowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
type Row = Readonly<z.infer<typeof cardRowSchema>>

const listNames = (request: readonly string[], categories: readonly FilterCategory[]) => {
  const filters = categories.flatMap((each) => each.subcategories.flatMap((sub) => sub.filters))
  return CATALOGUE_FILTERS.flatMap((filter) => {
    const known = filters.find((each) => each.filter_name === filter.name)
    return known && request.includes(filter.name) ? [{ ...filter, known }] : []
  })
}

/** The columns that a card needs. @param hidden from the role */
export const listCardColumns = (
  selected: readonly string[],
  categories: readonly FilterCategory[],
  hidden: ReadonlySet<string>,
): RowColumn[] => [
  ...new Set<RowColumn>([
    'household_reference',
    'ward_code',
    ...listNames(selected, categories).map(({ column }) => column),
    ...BENEFITS.flatMap((benefit) => (isEstimateHidden(hidden, `${benefit}_a_year`) ? [] : columnsOfBenefit(benefit))),
  ]),
]

const columnsOfBenefit = (benefit: EstimatedBenefit): RowColumn[] => [
  `${benefit}_a_year`,
  `${benefit}_highest_a_year`,
  `${benefit}_contradiction`,
  ...listWhyColumns(benefit),
]

/**
 * A household in words: its values of selected filters, and what is unclaimed.
 * @param row by column of {@link listCardColumns}
 */
export function writeCard(
  row: Row,
  selected: readonly string[],
  categories: readonly FilterCategory[],
  { wards, rates, basis }: Pick<LoadedSnapshot, 'wards' | 'rates' | 'basis'>,
): Omit<HouseholdCard, 'last_contacted' | 'last_visit'> {
  const ward = wards.find(({ code }) => code === row.ward_code)
  const readValue = ({ name, column, known }: ReturnType<typeof listNames>[number]): string => {
    if (name === 'ward') return ward?.name ?? ''
    if (name === 'local_authority') return ward?.localAuthorityName ?? ''
    const value = row[column]
    if (value === null || value === undefined) return 'Not known'
    const text = String(value)
    if (snapshotColumn(column).kind === 'money') return pounds.format(Number(value))
    return known.filter_values.find((one) => one.name === text && !isNumber(value))?.display_name ?? text
  }
  return {
    household_reference: String(row.household_reference),
    ward_name: ward?.name ?? '',
    values: listNames(selected, categories).map((filter) => ({
      filter_name: filter.name,
      display_name: filter.displayName,
      value: readValue(filter),
    })),
    unclaimed: BENEFITS.some((benefit) => row[`${benefit}_a_year`] !== undefined) ? unclaimedIn(row, rates) : null,
    basis,
  }
}

/** The columns of a doorstep, without its place. @param hidden from the role */
export const listDoorstepColumns = (hidden: ReadonlySet<string>): RowColumn[] => [
  ...listCardColumns([], [], hidden),
  'preferred_language',
  'postcode',
]

/** What a visitor sees of a household. @param row by column of {@link listDoorstepColumns} */
export const writeDoorstep = (row: Row, snapshot: Pick<LoadedSnapshot, 'wards' | 'rates' | 'basis'>) => {
  const { household_reference, ward_name, unclaimed, basis } = writeCard(row, [], [], snapshot)
  return {
    household_reference,
    ward_name,
    postcode: String(row.postcode ?? ''),
    unclaimed: unclaimed?.map(({ display_name, value }) => ({ display_name, value })) ?? null,
    ...(unclaimed && unclaimed.length > 0
      ? { estimates: [basis.warning, describeEstimateBasis(basis)].filter((part) => part !== null).join(' ') }
      : {}),
    preferred_language: ISO_LANGUAGES[String(row.preferred_language)] ?? null,
  }
}

const isNumber = (value: unknown) => typeof value === 'number'

const unclaimedIn = (row: Row, rates: Rates): HouseholdCard['unclaimed'] =>
  BENEFITS.flatMap((benefit) => {
    const { displayName: display_name } = ESTIMATED_BENEFITS[benefit]
    const contradiction = row[`${benefit}_contradiction`]
    if (typeof contradiction === 'string') {
      const known = [`The council’s data contradict themselves: ${contradiction}.`]
      return [{ display_name, value: 'Not estimated', lowest: 0, highest: 0, known, assumed: [] }]
    }
    const range = {
      lowest: Number(row[`${benefit}_a_year`] ?? 0),
      highest: Number(row[`${benefit}_highest_a_year`] ?? 0),
    }
    return range.highest > 0
      ? [{ display_name, value: `${rangeInWords(range)} a year`, ...range, ...explainEstimate(benefit, row, rates) }]
      : []
  })

const pounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  trailingZeroDisplay: 'stripIfInteger',
})
