/**
 * The rates that every estimate of unclaimed benefit is made with: the headline on the map and the
 * built-in calculator. Policy lives in this one file; when rates change, change them here.
 *
 * In force: 6 April 2026 to 5 April 2027. Last checked: 21 November 2026.
 */
export const RATES = {
  taxYear: '2026 to 2027',

  /** Weeks for which a weekly benefit is paid in a year. */
  weeksAYear: 52,

  /**
   * Pension Credit is worked out household by household: its weekly award is in the snapshot
   * (`pension_credit_weekly_award`), so there is no rate here.
   */

  /**
   * Attendance Allowance, £ a week. Which rate is paid depends on care by day or by day and night, which
   * no snapshot tells, so estimates count the lower rate and say what the higher would be.
   * Source: DWP, "Benefit and pension rates 2026 to 2027", Attendance Allowance.
   * https://www.gov.uk/government/publications/benefit-and-pension-rates-2026-to-2027
   */
  attendanceAllowance: { lowerAWeek: 76.7, higherAWeek: 114.6 },

  /**
   * NHS Healthy Start, £ a week from April 2026: for a child under one, and for a child of one to four or
   * a pregnancy. Counted once a household, for the youngest child: the snapshot tells no other child's age.
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
