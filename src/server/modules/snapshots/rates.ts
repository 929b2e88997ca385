/** The rates of every estimate. In force: 6 April 2026 to 5 April 2027. Last checked: 21 November 2026. */
export const RATES = {
  taxYear: '2026 to 2027',

  weeksAYear: 52,

  /** Pension Credit: each household's award is in the snapshot (`pension_credit_weekly_award`). */

  /**
   * £ a week. Snapshots do not say which rate applies: estimates count the lower and show the higher. DWP, "Benefit and
   * pension rates 2026 to 2027": https://www.gov.uk/government/publications/benefit-and-pension-rates-2026-to-2027
   */
  attendanceAllowance: { lowerAWeek: 76.7, higherAWeek: 114.6 },

  /**
   * £ a week from April 2026, for the youngest child, the only one whose age is known. https://www.healthystart.nhs.uk
   */
  healthyStart: { underOneAWeek: 9.3, otherwiseAWeek: 4.65 },

  /**
   * £ a meal, 190 school days. DfE, universal infant free school meals 2025 to 2026, the latest published when checked:
   * https://www.gov.uk/government/publications/universal-infant-free-school-meals-uifsm-2025-to-2026
   */
  freeSchoolMeals: { aMeal: 2.61, mealsAWeek: 5, schoolWeeksAYear: 38 },

  /**
   * Below this age a child is not at school yet or eats free whatever the income, by the first letter of the ward's code.
   * England, to year 2: https://www.gov.uk/apply-free-school-meals. Wales, to year 6:
   * https://www.gov.wales/universal-primary-free-school-meals-upfsm. Scotland, to primary 5:
   * https://www.mygov.scot/school-meals. Northern Ireland: not yet at school.
   */
  mealsAreClaimedFromAge: { E: 7, W: 11, S: 9, N: 4 },
} as const
