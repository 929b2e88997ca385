/**
 * What a report says of its impact: verdict, words, what is left out, and figures. Screen, CSV, PDF and renewals pack all
 * say this (docs/product.md#impact).
 */
import {
  awaitedInWords,
  CANNOT_BE_TOLD,
  LIKELY_TOO_LARGE,
  MANY_WRITTEN_TO,
  NOT_TO_BE_TRUSTED,
  TOO_FEW_TO_VALUE,
} from './impactWords'
import type { ClaimRate, Estimate, Impact, ImpactOutcome, PensionCreditReport } from './reports'

export type ImpactVerdict =
  'awaited' | 'no_result' | 'not_trusted' | 'written_to' | 'hidden' | 'not_distinguishable' | 'more' | 'fewer'

/** How figures are rounded, and which are not shown at all. */
export interface Precision {
  readonly roundClaims: (estimate: Estimate) => Estimate
  readonly roundPounds: (estimate: Estimate) => Estimate
  readonly hides: (arm: ClaimRate) => boolean
  readonly tellCount: (households: number) => string
}

export interface ImpactFinding {
  readonly verdict: ImpactVerdict
  readonly words: string
  /** Follows how many claim after contact. */
  readonly cause: string
  /** Pounds a year, not rounded; null: no sum may be given. */
  readonly worth: Estimate | null
}

const roundToWhole = ({ value, low, high }: Estimate): Estimate => ({
  value: Math.round(value),
  low: Math.round(low),
  high: Math.round(high),
})

/** Inside the council. */
const EXACT: Precision = {
  roundClaims: roundToWhole,
  roundPounds: roundToWhole,
  hides: () => false,
  tellCount: (households) => FIGURE.format(households),
}

/** What may be said, in figures of that precision. */
export function describeFinding(impact: Impact, precision = EXACT): ImpactFinding {
  const { outcome } = impact
  const verdict = decideVerdict(impact, precision)
  if (outcome === null || (verdict !== 'more' && verdict !== 'fewer')) {
    return { verdict, worth: null, ...describeNothing(impact, verdict, precision) }
  }
  const worth = computeWorth(outcome)
  const { additional_claims: claims } = outcome
  const { value, low, high } = precision.roundClaims(verdict === 'more' ? claims : negated(claims))
  const interval = `(95% interval: ${tellLow(low)} to ${FIGURE.format(high)}${verdict === 'more' ? '' : ' fewer'})`
  const count = (one: string) => `${FIGURE.format(value)} ${one}${value === 1 ? '' : 's'}`
  const pounds = poundsInWords(outcome, precision)
  const caution = `${outcome.is_only_just ? ` ${LIKELY_TOO_LARGE}` : ''}${writtenToInWords(outcome, precision)}`
  const about = outcome.held_out_written_to > 0 ? 'at least about' : 'about'
  return verdict === 'more'
    ? {
        verdict,
        worth,
        words: `${capitalised(about)} ${count('additional claim')} ${interval}, ${pounds}.${caution}`,
        cause: `The campaign caused ${about} ${count('claim')} ${interval}, ${pounds}.${caution}`,
      }
    : {
        verdict,
        worth,
        words: `${capitalised(about)} ${count('claim')} fewer than without it ${interval}.${caution}`,
        cause: `There were ${about} ${count('claim')} fewer than without the campaign ${interval}.${caution}`,
      }
}

/** A share of the held-out households. */
const MANY = 0.1

function decideVerdict(impact: Impact, { hides }: Precision): ImpactVerdict {
  const { outcome } = impact
  if (outcome === null) return impact.is_too_early ? 'awaited' : 'no_result'
  if (impact.has_sample_ratio_mismatch) return 'not_trusted'
  if (outcome.held_out_written_to > impact.planned.held_out * MANY) return 'written_to'
  if (hides(outcome.contacted) || hides(outcome.held_out)) return 'hidden'
  if (!outcome.is_distinguishable) return 'not_distinguishable'
  return outcome.additional_claims.value > 0 ? 'more' : 'fewer'
}

function describeNothing(impact: Impact, verdict: ImpactVerdict, precision: Precision) {
  const { outcome } = impact
  if (outcome === null) {
    const why = verdict === 'awaited' ? ' yet' : ': there is no result'
    return { words: awaitedInWords(impact) ?? '', cause: `What the campaign caused is not known${why}.` }
  }
  if (verdict === 'not_trusted') {
    return { words: `${NOT_TO_BE_TRUSTED}.`, cause: `What the campaign caused: ${lowered(NOT_TO_BE_TRUSTED)}.` }
  }
  if (verdict === 'written_to') {
    const why = `${MANY_WRITTEN_TO} before the result.`
    return { words: `No verdict: ${why}`, cause: `There is no verdict on what the campaign caused: ${why}` }
  }
  if (verdict === 'hidden') return { words: '*', cause: 'What the campaign caused: *.' }
  const { low, high } = precision.roundClaims(outcome.additional_claims)
  const between = `between ${FIGURE.format(Math.abs(low))} fewer and ${FIGURE.format(high)} more ${high === 1 ? 'claim' : 'claims'}.${writtenToInWords(outcome, precision)}`
  return {
    words: `Not distinguishable from no effect: ${between}`,
    cause: `What the campaign caused is not distinguishable from no effect: ${between}`,
  }
}

function writtenToInWords({ held_out_written_to: written }: ImpactOutcome, { tellCount }: Precision): string {
  if (written === 0) return ''
  return ` Held-out households that were written to before the result: ${tellCount(written)}. That hides a part of an effect.`
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
const capitalised = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)

function computeWorth({
  is_distinguishable: isDistinguishable,
  additional_claims: claims,
  additional_value: value,
}: ImpactOutcome) {
  return isDistinguishable && claims.value > 0 && value !== null && value.low > 0 ? value : null
}

/** The sum that may be given, or why there is none. */
export const tellWorth = (outcome: ImpactOutcome): Estimate | string =>
  computeWorth(outcome) ?? (outcome.additional_value === null ? TOO_FEW_TO_VALUE : CANNOT_BE_TOLD)

function poundsInWords(outcome: ImpactOutcome, { roundPounds }: Precision): string {
  const worth = tellWorth(outcome)
  if (typeof worth === 'string') return worth
  const { value, low, high } = roundPounds(worth)
  return `worth ${POUNDS.format(value)} a year (${tellLow(low, POUNDS)} to ${POUNDS.format(high)})`
}

const FIGURE = new Intl.NumberFormat('en-GB')
const POUNDS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

/** The lower end of an interval above zero, rounded. */
const tellLow = (low: number, format = FIGURE) => (low === 0 ? `more than ${format.format(0)}` : format.format(low))

const negated = ({ value, low, high }: Estimate): Estimate => ({ value: -value, low: -high, high: -low })

/** Above the figures of all who claimed. @param all '79 households, £278,956 a year'; null: awaited */
export const introduceClaims = (all: string | null, { cause }: ImpactFinding): string =>
  `All who claimed after contact: ${all ?? 'awaiting data'}. ${cause}`

/** In place of a lifetime value of which a campaign's part is not known. */
export const LIFETIME_NOT_KNOWN = 'Not known'

/** With a hold-out only of what the campaign caused. Null: no sum may be given. @param finding null: no hold-out */
export function computeLifetime(
  { campaign_impact: all, comparison }: PensionCreditReport,
  finding: ImpactFinding | null,
) {
  if (finding === null) return { value: all.lifetime_value, range: comparison.lifetime_range }
  const { worth } = finding
  if (worth === null) return null
  const over = (years: number) => Math.round(worth.value * years * 100) / 100
  return {
    value: over(comparison.lifetime_years),
    range: comparison.lifetime_range.map(({ years }) => ({ years, value: over(years) })),
  }
}

/** '-2.5'; of an interval without zero an end that rounds to zero reads 'more than 0.0'. */
export function tellEnd(end: number, digits: number, isDistinguishable: boolean): string {
  const told = (Number(end.toFixed(digits)) + 0).toFixed(digits)
  return isDistinguishable && Number(told) === 0 ? `${end > 0 ? 'more' : 'less'} than ${told}` : told
}

const VERDICT_WORDS = {
  awaited: 'Awaiting data',
  no_result: 'No result',
  not_trusted: NOT_TO_BE_TRUSTED,
  written_to: `No verdict: ${MANY_WRITTEN_TO}`,
  hidden: '*',
  not_distinguishable: 'Not distinguishable from no effect',
  more: 'Distinguishable from no effect',
  fewer: 'Distinguishable from no effect',
} as const satisfies Record<ImpactVerdict, string>

/** In a cell of its own. */
export const tellVerdict = ({ verdict }: ImpactFinding): string => VERDICT_WORDS[verdict]

/** Whether the difference of the arms may be given. */
export const givesDifference = ({ verdict }: ImpactFinding): boolean =>
  verdict !== 'not_trusted' && verdict !== 'written_to'
