import type { EstimateBasis } from '#contract/households/estimates'
import { londonDay } from '#contract/days'
import { RATES_2026 } from './rates2026'

/** First letter of an ONS code: England, Wales, Scotland, Northern Ireland. */
export type NationLetter = 'E' | 'W' | 'S' | 'N'

/** In pounds; sources are in the year's file. */
export interface Rates {
  readonly taxYear: string
  /** First and last day, yyyy-mm-dd. */
  readonly from: string
  readonly until: string
  readonly weeksAYear: number
  readonly attendanceAllowance: { readonly lowerAWeek: number; readonly higherAWeek: number }
  readonly pensionCredit: {
    readonly singleAWeek: number
    readonly coupleAWeek: number
    /** Per person. */
    readonly severeDisabilityAWeek: number
    /** Per carer. */
    readonly carerAWeek: number
    readonly childAWeek: number
    /** Replaces it for a first child born before April 2017. */
    readonly firstChildAWeek: number
    readonly firstChildFromAge: number
    readonly savingsIgnored: number
    /** Each step, or part of one, counts as one pound a week. */
    readonly savingsStep: number
    readonly savingsCredit: {
      readonly singleThresholdAWeek: number
      readonly coupleThresholdAWeek: number
      readonly singleMostAWeek: number
      readonly coupleMostAWeek: number
      /** The minimum age of those who reached State Pension age before 6 April 2016. */
      readonly fromAge: number
    }
  }
  /** Within the year it depends on the date of birth. */
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
  readonly mealsAreClaimedInLondon: MealsClaimed
}

interface MealsClaimed {
  readonly fromAge: number
  readonly surelyFromAge: number
  /** The last school year that eats free; null: none. */
  readonly until: string | null
}

/** Oldest first. Add a year on the day it is published. */
const YEARS: readonly [Rates, ...Rates[]] = [RATES_2026]

/** The rates in force, else the latest published. */
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
  const { fromAge, ...inLondon } = mealsAreClaimedInLondon
  const E = { ...inLondon, fromAge: london === authorities.length ? fromAge : mealsAreClaimed.E.fromAge }
  return { ...rates, mealsAreClaimed: { ...mealsAreClaimed, E } }
}

const METHOD =
  'For a year of 52 weeks at today’s circumstances. The lowest counts only what the data are sure of; the highest ' +
  'is what may be due where the data leave it open. Households whose data contradict themselves are left out.'

/** Shown beside every estimate: the rates' year, the method, and whether the rates are out of date. */
export function basisOf(rates: Rates, now: Date): EstimateBasis {
  const isOutOfDate = londonDay(now) > rates.until
  return {
    year: rates.taxYear,
    method: METHOD,
    warning: isOutOfDate ? `Last year’s rates, of ${rates.taxYear}: this year’s are not in Doorstep yet.` : null,
  }
}
