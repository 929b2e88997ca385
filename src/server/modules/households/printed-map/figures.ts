/** Rounded (docs/product.md#small-numbers). */
import { describeEstimateBasis, rangeInWords, type EstimateBasis } from '#contract/households/estimates'
import { publishedCount, publishedPounds, publishedTotal, SMALL, type PublishedCount } from '../../../lib/rounding'
import { isEstimateHidden } from '../need-to-know/groups'
import type { WardTotals } from '../snapshots/service'

const figure = new Intl.NumberFormat('en-GB')
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

/** Two selections that differ by one household must not reveal its income. */
const INCOME_STEP = 5

export interface PublishedFigure {
  readonly name: string
  readonly value: string
  readonly note: string
  readonly method?: string
}

/** As people read it. */
export const shown = (count: PublishedCount): string => (count === SMALL ? SMALL : figure.format(count))

/** Headline figures over wards, without those of hidden columns. @param all households without filters */
export function publishedFigures(
  totals: readonly WardTotals[],
  { all, hidden, basis }: { all: number; hidden: ReadonlySet<string>; basis: EstimateBasis },
): PublishedFigure[] {
  const sum = (of: (ward: WardTotals) => number) => totals.reduce((total, ward) => total + of(ward), 0)
  const count = sum(({ households }) => households)
  const isBelowZeroShown = !hidden.has('monthly_cash_balance')
  const belowZero = sum((ward) => ward.belowZero)
  const households = publishedTotal(
    count,
    totals.map((ward) => ward.households),
    // A total follows its parts: one of a hidden part would reveal it.
    ...(isBelowZeroShown ? [[belowZero, count - belowZero]] : []),
  )
  const figures: PublishedFigure[] = [
    {
      name: 'Households',
      value: shown(households),
      // The same on every page: derived from the matches, it would reveal small counts across several.
      note: count === all ? 'all households in the data' : `of ${shown(publishedCount(all))}`,
    },
  ]
  if (!hidden.has('weekly_income')) {
    figures.push({
      name: 'Average weekly income',
      value: describeAverage(
        sum(({ income }) => income),
        count,
      ),
      note: '',
    })
  }
  if (isBelowZeroShown) {
    const note = 'households that spend more in a month than they have'
    figures.push({ name: 'Below zero monthly cash balance', value: shown(publishedCount(belowZero)), note })
  }
  if (!isEstimateHidden(hidden, 'unclaimed_a_year')) {
    const [lowest, highest] = [sum(({ unclaimed }) => unclaimed), sum((ward) => ward.unclaimedHighest)].map((amount) =>
      publishedPounds(amount, households),
    )
    const isShown = typeof lowest === 'number' && typeof highest === 'number'
    figures.push({
      name: 'Estimated unclaimed benefit a year',
      value: isShown ? rangeInWords({ lowest, highest }) : SMALL,
      note: basis.warning ?? `at the rates of ${basis.year}`,
      method: describeEstimateBasis(basis),
    })
  }
  return figures
}

function describeAverage(income: number, count: number): string {
  if (count === 0) return '–'
  if (publishedCount(count) === SMALL) return SMALL
  return pounds.format(Math.round(income / count / INCOME_STEP) * INCOME_STEP)
}
