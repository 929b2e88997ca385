import { z } from 'zod'
import type { FilterCategory } from '#contract/filters'
import type { HouseholdCard } from '#contract/households'
import { isEstimateHidden } from '../access/service'
import { CATALOGUE_FILTERS } from '../filters/catalogue'
import { snapshotColumn, type SnapshotColumnName } from '../snapshots/columns'
import type { EstimateName } from '../snapshots/service'
import type { Ward } from '../snapshots/wards'

export const cardRowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
type Row = Readonly<z.infer<typeof cardRowSchema>>

/** As people call them. */
const BENEFITS = [
  ['pension_credit_a_year', 'Pension Credit'],
  ['attendance_allowance_a_year', 'Attendance Allowance'],
  ['healthy_start_a_year', 'Healthy Start'],
  ['free_school_meals_a_year', 'Free school meals'],
] as const satisfies readonly (readonly [EstimateName, string])[]

const namesOf = (request: readonly string[], categories: readonly FilterCategory[]) => {
  const filters = categories.flatMap((each) => each.subcategories.flatMap((sub) => sub.filters))
  return CATALOGUE_FILTERS.flatMap((filter) => {
    const known = filters.find((each) => each.filter_name === filter.name)
    return known && request.includes(filter.name) ? [{ ...filter, known }] : []
  })
}

/** The columns that a card needs. @param hidden columns that the role is not shown */
export const columnsOfCard = (
  selected: readonly string[],
  categories: readonly FilterCategory[],
  hidden: ReadonlySet<string>,
): (SnapshotColumnName | EstimateName)[] => [
  ...new Set<SnapshotColumnName | EstimateName>([
    'household_reference',
    'ward_code',
    ...namesOf(selected, categories).map(({ column }) => column),
    ...BENEFITS.flatMap(([name]) => (isEstimateHidden(hidden, name) ? [] : [name])),
  ]),
]

/**
 * A household in words: what the selected filters look at, and what it leaves unclaimed.
 * @param row by column of {@link columnsOfCard}
 */
export function cardOf(
  row: Row,
  selected: readonly string[],
  categories: readonly FilterCategory[],
  wards: readonly Ward[],
): Omit<HouseholdCard, 'last_contacted'> {
  const ward = wards.find(({ code }) => code === row.ward_code)
  const valueOf = ({ name, column, known }: ReturnType<typeof namesOf>[number]): string => {
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
    values: namesOf(selected, categories).map((filter) => ({
      filter_name: filter.name,
      display_name: filter.displayName,
      value: valueOf(filter),
    })),
    unclaimed: BENEFITS.some(([name]) => row[name] !== undefined) ? unclaimedIn(row) : null,
  }
}

const isNumber = (value: unknown) => typeof value === 'number'

const unclaimedIn = (row: Row) =>
  BENEFITS.flatMap(([name, displayName]) => {
    const amount = Number(row[name] ?? 0)
    return amount > 0 ? [{ display_name: displayName, value: pounds.format(Math.round(amount)) }] : []
  })

const pounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  trailingZeroDisplay: 'stripIfInteger',
})
