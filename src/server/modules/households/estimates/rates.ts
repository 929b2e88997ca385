import type { EstimateBasis } from '#contract/households/estimates'
import { londonDay } from '#contract/days'
import { RATES_2026 } from './rates2026'
import type { Rates } from './rateTypes'

/** Oldest first. Add a year on the day it is published. */
const YEARS: readonly [Rates, ...Rates[]] = [RATES_2026]

/** In force, else the latest published. */
export function ratesAt(now: Date, years: readonly [Rates, ...Rates[]] = YEARS): Rates {
  const day = londonDay(now)
  return years.findLast(({ from }) => from <= day) ?? years[0]
}

const LONDON = 'E09'

/** A council area's rates. @param authorities codes of its wards' local authorities */
export function ratesIn(rates: Rates, authorities: readonly string[]): Rates {
  const london = authorities.filter((code) => code.startsWith(LONDON)).length
  if (london === 0) return rates
  const { mealsAreClaimed, mealsAreClaimedInLondon } = rates
  const { E: outside } = mealsAreClaimed
  const openAges = new Set([...outside.openAges, ...mealsAreClaimedInLondon.openAges])
  for (let age = outside.surelyFromAge; age < mealsAreClaimedInLondon.surelyFromAge; age++) openAges.add(age)
  const isAllLondon = london === authorities.length
  const E = isAllLondon ? mealsAreClaimedInLondon : { ...mealsAreClaimedInLondon, openAges: [...openAges] }
  return { ...rates, mealsAreClaimed: { ...mealsAreClaimed, E } }
}

const describeMethod = ({ freeSchoolMeals: { priceOf } }: Rates) =>
  'For a year of 52 weeks at today’s circumstances. The lowest counts only what the data are sure of; the highest ' +
  'is what may be due where the data leave it open. Households whose data contradict themselves are left out. ' +
  `School meals are at the price of ${priceOf}.`

/** Shown beside every estimate: the rates' year, method, and whether they are out of date. */
export function describeBasis(rates: Rates, now: Date): EstimateBasis {
  const isOutOfDate = londonDay(now) > rates.until
  return {
    year: rates.taxYear,
    method: describeMethod(rates),
    warning: isOutOfDate ? `Last year’s rates, of ${rates.taxYear}: this year’s are not in Doorstep yet.` : null,
  }
}
