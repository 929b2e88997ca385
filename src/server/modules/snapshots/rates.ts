/**
 * The rates of every estimate of unclaimed benefit, on the map and in the estimator. When rates change, change them here.
 *
 * In force: 6 April 2026 to 5 April 2027. Last checked: 21 November 2026.
 */
export const RATES = {
  taxYear: '2026 to 2027',

  /** Weeks for which a weekly benefit is paid in a year. */
  weeksAYear: 52,

  /**
   * Pension Credit has no rate: each household's award is in the snapshot (`pension_credit_weekly_award`).
   */

  /**
   * Attendance Allowance, £ a week. Snapshots do not say which rate applies, so estimates count the lower and show the
   * higher.
   * Source: DWP, "Benefit and pension rates 2026 to 2027", Attendance Allowance.
   * https://www.gov.uk/government/publications/benefit-and-pension-rates-2026-to-2027
   */
  attendanceAllowance: { lowerAWeek: 76.7, higherAWeek: 114.6 },

  /**
   * NHS Healthy Start, £ a week: for a child under one, and otherwise. Counted for the youngest child, whose age alone
   * the snapshot has.
   * Source: NHS Healthy Start, https://www.healthystart.nhs.uk (£9.30 and £4.65 from April 2026).
   */
  healthyStart: { underOneAWeek: 9.3, otherwiseAWeek: 4.65 },

  /**
   * Free school meals, £ a meal, five meals in each of 38 school weeks (190 school days; £495.90 a child).
   * Source: DfE, rate for universal infant free school meals of £2.61, 2025 to 2026: the latest published
   * when this file was checked. https://www.gov.uk/government/publications/universal-infant-free-school-meals-uifsm-2025-to-2026
   */
  freeSchoolMeals: { aMeal: 2.61, mealsAWeek: 5, schoolWeeksAYear: 38 },
} as const
