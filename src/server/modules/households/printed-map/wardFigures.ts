/** Computed from published counts only. */
import { monthInWords } from '#contract/households/overTime'
import { publishedCount, publishedTotal, SMALL, type PublishedCount } from '../../../lib/rounding'
import type { WardTotals } from '../snapshots/service'
import type { Ward } from '../snapshots/wards'
import { shown } from './figures'

/** A count, a rate from 0 to 1 or a change. */
export type WardFigure = PublishedCount | null

export interface PublishedWardFigures {
  readonly kind: 'count' | 'rate' | 'change'
  /** ', of all households', after 'Households by ward'. */
  readonly subtitle: string
  readonly title: string
  readonly valueOf: (wardCode: string) => WardFigure
  /** Such as 'Not in that month'. */
  readonly without: string
  readonly inWords: (figure: WardFigure) => string
}

const rates = new Intl.NumberFormat('en-GB', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const changes = new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero' })

const wordsBy =
  (format: (figure: number) => string) =>
  (figure: WardFigure): string =>
    figure === null ? '–' : figure === SMALL ? SMALL : format(figure)

export const FIGURE_WORDS: Readonly<Record<PublishedWardFigures['kind'], PublishedWardFigures['inWords']>> = {
  count: wordsBy(shown),
  rate: wordsBy((rate) => rates.format(rate)),
  change: wordsBy((change) => changes.format(change).replace('-', '−')),
}

const countByWard = (totals: readonly WardTotals[]) => new Map(totals.map((ward) => [ward.wardCode, ward.households]))

/** Matching households. */
export function wardCounts(totals: readonly WardTotals[]): PublishedWardFigures {
  const counts = countByWard(totals)
  return {
    kind: 'count',
    subtitle: '',
    title: 'Households in a ward',
    valueOf: (code) => publishedCount(counts.get(code) ?? 0),
    without: '',
    inWords: FIGURE_WORDS.count,
  }
}

/** Share of a ward's households. */
export function wardRates(totals: readonly WardTotals[], all: readonly WardTotals[]): PublishedWardFigures {
  const [counts, households] = [countByWard(totals), countByWard(all)]
  return {
    kind: 'rate',
    subtitle: ', of all households',
    title: 'Of all households in a ward',
    valueOf: (code) => {
      const [count, whole] = [counts.get(code) ?? 0, households.get(code) ?? 0]
      if (whole === 0) return null
      const [part, total] = [publishedCount(count), publishedTotal(whole, [count, whole - count])]
      return part === SMALL || total === SMALL ? SMALL : Math.min(1, part / total)
    },
    without: 'No households',
    inWords: FIGURE_WORDS.rate,
  }
}

/** Change from an earlier month. */
export function wardChanges(
  totals: readonly WardTotals[],
  earlier: { month: string; totals: readonly WardTotals[]; wards: readonly Pick<Ward, 'code'>[] },
): PublishedWardFigures {
  const [counts, before] = [countByWard(totals), countByWard(earlier.totals)]
  const known = new Set(earlier.wards.map(({ code }) => code))
  const since = `since ${monthInWords(earlier.month)}`
  return {
    kind: 'change',
    subtitle: `, change ${since}`,
    title: `Change ${since}`,
    valueOf: (code) => {
      if (!known.has(code)) return null
      const [now, then] = [publishedCount(counts.get(code) ?? 0), publishedCount(before.get(code) ?? 0)]
      return now === SMALL || then === SMALL ? SMALL : now - then
    },
    without: 'Not in that month',
    inWords: FIGURE_WORDS.change,
  }
}
