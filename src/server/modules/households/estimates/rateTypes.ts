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
    /** For a first child born before April 2017. */
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
      /** Minimum age of those who reached State Pension age before 6 April 2016. */
      readonly fromAge: number
    }
  }
  /** Within the year it depends on the date of birth. */
  readonly pensionAge: { readonly earliest: number; readonly latest: number }
  readonly healthyStart: {
    readonly underOneAWeek: number
    readonly otherwiseAWeek: number
    readonly untilAge: number
    /** Paid weeks of a pregnancy. */
    readonly weeksOfPregnancy: number
  }
  readonly freeSchoolMeals: {
    readonly priceOf: string
    readonly aMeal: number
    readonly mealsAWeek: number
    readonly schoolWeeksAYear: number
  }
  readonly mealsAreClaimed: Readonly<Record<NationLetter, MealsClaimed>>
  readonly mealsAreClaimedInLondon: MealsClaimed
  /** From it on a child may be at a college, or at work. */
  readonly mayLeaveSchoolFromAge: number
}

interface MealsClaimed {
  /** At which some claim: others eat free, or are not at school yet. */
  readonly openAges: readonly number[]
  readonly surelyFromAge: number
  /** The last school year that eats free; null: none. */
  readonly until: string | null
}
