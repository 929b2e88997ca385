import type { Impact } from './reports'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const TOO_FEW_TO_VALUE = 'too few claims to value'
export const CANNOT_BE_TOLD = 'what they are worth cannot be told'
/** Why a result is taken away. */
export const MANY_WRITTEN_TO = 'more than a tenth of the held-out households were written to'
export const NOT_TO_BE_TRUSTED = 'Not to be trusted: one arm lost more households than the other'
export const LIKELY_TOO_LARGE = 'It is only just distinguishable, and so likely to be larger than the true effect.'

/** Beside the rates of a report. */
export const OTHERS_NOT_COMPARABLE =
  'The other eligible households of the council are not comparable: they were not chosen at random, and may live elsewhere ' +
  'or be held out of another campaign.'

/** Null once there is a result. */
export function awaitedInWords(impact: Pick<Impact, 'outcome' | 'is_too_early' | 'outcome_on' | 'early_look_on'>) {
  const { outcome, is_too_early: isTooEarly, outcome_on: day, early_look_on: earlyDay } = impact
  if (outcome) return null
  if (day === null) return 'The figures come once the campaign has been sent.'
  const on = DAY.format(new Date(day))
  if (!isTooEarly) return `There is no result: no snapshot is within 31 days of ${on}.`
  const early =
    earlyDay === null
      ? ''
      : `, and the one nearest to ${DAY.format(new Date(earlyDay))} gives an early look at both rates`
  return `Too early: the snapshot nearest to ${on} tells what the campaign caused${early}.`
}

export const NOT_ADDED_UP =
  'Additional claims are given for each campaign, with their interval, and are not added up: campaigns share ' +
  'households, so that the intervals cannot be added.'
