import { rangeInWords, type EstimateBasis } from '#contract/households/estimates'
import { HOUSEHOLDS_SHOWN, type Headline } from '#contract/households/map'
import { isEstimateHidden } from '../need-to-know/groups'
import type { WardTotals } from '../snapshots/service'

const count = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

const NOTHING = '–'

/** Without hidden columns, formatted. */
export function writeHeadlines(
  totals: readonly WardTotals[],
  hidden: ReadonlySet<string>,
  basis: EstimateBasis,
): Headline[] {
  const sum = (of: (ward: WardTotals) => number) => totals.reduce((total, ward) => total + of(ward), 0)
  const households = sum((ward) => ward.households)
  const averageIncome = households === 0 ? NOTHING : pounds.format(sum((ward) => ward.income) / households)
  return [
    { display_name: HOUSEHOLDS_SHOWN, value: count.format(households) },
    ...(hidden.has('weekly_income') ? [] : [{ display_name: 'Average weekly income', value: averageIncome }]),
    ...(hidden.has('monthly_cash_balance')
      ? []
      : [{ display_name: 'Below zero monthly cash balance', value: count.format(sum((ward) => ward.belowZero)) }]),
    ...(isEstimateHidden(hidden, 'unclaimed_a_year')
      ? []
      : [
          {
            display_name: 'Estimated unclaimed benefit a year',
            value: rangeInWords({
              lowest: sum((ward) => ward.unclaimed),
              highest: sum((ward) => ward.unclaimedHighest),
            }),
            basis,
          },
        ]),
  ]
}
