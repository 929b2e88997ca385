import type { Rates } from './rateTypes'

/** Checked on 22 November 2026. */
export const RATES_2026: Rates = {
  taxYear: '2026 to 2027',
  from: '2026-04-06',
  until: '2027-04-05',

  weeksAYear: 52,

  /**
   * DWP, "Benefit and pension rates 2026 to 2027":
   * https://www.gov.uk/government/publications/benefit-and-pension-rates-2026-to-2027. Pension Age Disability Payment
   * in Scotland has the same rates: https://www.mygov.scot/pension-age-disability-payment
   */
  attendanceAllowance: { lowerAWeek: 76.7, higherAWeek: 114.6 },

  /**
   * Guarantee, additions and Savings Credit: the same publication. A couple gets the severe disability addition twice
   * when both qualify: State Pension Credit Regulations 2002, regulation 6 and schedules 1 and 2A,
   * https://www.legislation.gov.uk/uksi/2002/1792/schedule/I. Savings: regulation 15(6) and
   * https://www.gov.uk/pension-credit/eligibility. Savings Credit: regulation 7, for those who reached State Pension
   * age before 6 April 2016: women born before 6 April 1953, men before 6 April 1951 (State Pension Credit Act 2002,
   * section 3, https://www.legislation.gov.uk/ukpga/2002/16/section/3).
   */
  pensionCredit: {
    singleAWeek: 238,
    coupleAWeek: 363.25,
    severeDisabilityAWeek: 86.05,
    carerAWeek: 48.15,
    childAWeek: 69.98,
    firstChildAWeek: 81.07,
    firstChildFromAge: 9,
    savingsIgnored: 10_000,
    savingsStep: 500,
    savingsCredit: {
      singleThresholdAWeek: 208.07,
      coupleThresholdAWeek: 329.75,
      singleMostAWeek: 17.96,
      coupleMostAWeek: 20.1,
      fromAge: 73,
    },
  },

  /** By date of birth: Pensions Act 2014, section 26, https://www.legislation.gov.uk/ukpga/2014/19/section/26 */
  pensionAge: { earliest: 66, latest: 67 },

  /**
   * England, Wales and Northern Ireland, from April 2026, in pregnancy from its tenth week on:
   * https://www.healthystart.nhs.uk. Scotland has Best Start Foods.
   */
  healthyStart: { underOneAWeek: 9.3, otherwiseAWeek: 4.65, untilAge: 4, weeksOfPregnancy: 30 },

  /**
   * DfE, 2025 to 2026, the latest when checked; 190 days:
   * https://www.gov.uk/government/publications/universal-infant-free-school-meals-uifsm-2025-to-2026
   */
  freeSchoolMeals: { priceOf: 'England, 2025 to 2026', aMeal: 2.61, mealsAWeek: 5, schoolWeeksAYear: 38 },

  /**
   * Younger children are not at school or eat free whatever the income; at the open ages, some do. England, to year
   * 2: https://www.gov.uk/apply-free-school-meals, and in nurseries of schools those who stay over lunch, by their
   * parents' benefits: https://www.gov.uk/government/publications/free-school-meals-guidance-for-schools-and-local-authorities.
   * In Wales and Scotland nurseries' meals are for all. Wales, to year 6:
   * https://www.gov.wales/universal-primary-free-school-meals-upfsm. Scotland, to primary 5:
   * https://www.mygov.scot/school-meals. Northern Ireland, from nursery on:
   * https://www.nidirect.gov.uk/articles/nutrition-and-school-lunches
   */
  mealsAreClaimed: {
    E: { openAges: [2, 3, 4, 7], surelyFromAge: 8, until: 'year 2' },
    W: { openAges: [11], surelyFromAge: 12, until: 'year 6' },
    S: { openAges: [9, 10], surelyFromAge: 11, until: 'primary 5' },
    N: { openAges: [3, 4], surelyFromAge: 5, until: null },
  },

  /**
   * State primary schools:
   * https://www.london.gov.uk/md3332-primary-school-universal-free-school-meals-provision-2025-2026.
   */
  mealsAreClaimedInLondon: { openAges: [2, 3, 4, 11], surelyFromAge: 12, until: 'year 6 (in London)' },

  /** https://www.gov.uk/know-when-you-can-leave-school */
  mayLeaveSchoolFromAge: 16,
}
