import type { EstimateBasis } from '#contract/estimates'
import { londonDay } from '../../days'
import { RATES_2026 } from './rates2026'

/** The first letter of an ONS code: England, Wales, Scotland, Northern Ireland. */
export type NationLetter = 'E' | 'W' | 'S' | 'N'

/** The published rates of a tax year. Pounds; each rate's source stands beside it in its year's file. */
export interface Rates {
  readonly taxYear: string
  /** The first and the last day, yyyy-mm-dd. */
  readonly from: string
  readonly until: string
  readonly weeksAYear: number
  readonly attendanceAllowance: { readonly lowerAWeek: number; readonly higherAWeek: number }
  readonly pensionCredit: {
    readonly singleAWeek: number
    readonly coupleAWeek: number
    /** For each person. */
    readonly severeDisabilityAWeek: number
    /** For each carer. */
    readonly carerAWeek: number
    readonly childAWeek: number
    /** Instead, for a first child who was born before April 2017. */
    readonly firstChildAWeek: number
    /** How old such a child is at least. */
    readonly firstChildFromAge: number
    readonly savingsIgnored: number
    /** Each, or a part of it, counts as one pound a week. */
    readonly savingsStep: number
    readonly savingsCredit: {
      readonly singleThresholdAWeek: number
      readonly coupleThresholdAWeek: number
      readonly singleMostAWeek: number
      readonly coupleMostAWeek: number
      /** How old those are at least who reached State Pension age before 6 April 2016. */
      readonly fromAge: number
    }
  }
  /** In the year, by date of birth. */
  readonly pensionAge: { readonly earliest: number; readonly latest: number }
  readonly healthyStart: {
    readonly underOneAWeek: number
    readonly otherwiseAWeek: number
    readonly untilAge: number
  }
  readonly freeSchoolMeals: {
    readonly aMeal: number
    readonly mealsAWeek: number
    readonly schoolWeeksAYear: number
  }
  readonly mealsAreClaimed: Readonly<Record<NationLetter, MealsClaimed>>
  /** In place of England's. */
  readonly mealsAreClaimedInLondon: MealsClaimed
}

interface MealsClaimed {
  readonly fromAge: number
  readonly surelyFromAge: number
  /** The last school year that eats free; null: none does. */
  readonly until: string | null
}

/** Oldest first. A year is added on the day that it is published. */
const YEARS: readonly [Rates, ...Rates[]] = [RATES_2026]

/** The rates in force, else the last ones published. @param years for tests */
export function ratesAt(now: Date, years: readonly [Rates, ...Rates[]] = YEARS): Rates {
  const day = londonDay(now)
  return years.findLast(({ from }) => from <= day) ?? years[0]
}

/** The first letters of the ONS codes of London's boroughs. */
const LONDON = 'E09'

/** The rates for a council's area. @param authorities the codes of its wards' local authorities */
export function ratesIn(rates: Rates, authorities: readonly string[]): Rates {
  const london = authorities.filter((code) => code.startsWith(LONDON)).length
  if (london === 0) return rates
  const { mealsAreClaimed, mealsAreClaimedInLondon } = rates
  const { fromAge, ...inLondon } = mealsAreClaimedInLondon
  const E = { ...inLondon, fromAge: london === authorities.length ? fromAge : mealsAreClaimed.E.fromAge }
  return { ...rates, mealsAreClaimed: { ...mealsAreClaimed, E } }
}

const METHOD =
  'For a year of 52 weeks at today’s circumstances. The lowest counts only what the data are sure of; the highest ' +
  'is what may be due where the data leave it open. Households whose data contradict themselves are left out.'

/** What is said beside every estimate: the year of its rates, how it was made, and whether the rates have run out. */
export function basisOf(rates: Rates, now: Date): EstimateBasis {
  const isOutOfDate = londonDay(now) > rates.until
  return {
    year: rates.taxYear,
    method: METHOD,
    warning: isOutOfDate ? `Last year’s rates, of ${rates.taxYear}: this year’s are not in Doorstep yet.` : null,
  }
}
