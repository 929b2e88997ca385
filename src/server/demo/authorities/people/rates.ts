/**
 * Pounds a week that the made-up households reckon with: about the rates of April 2026 to March
 * 2027, good enough for plausible people. What the product tells real households stands elsewhere.
 */
export const PENSION_GUARANTEE = { single: 238, couple: 363.25 }
export const FULL_STATE_PENSION = 241.3
export const ATTENDANCE_ALLOWANCE = { lower: 76.7, higher: 114.6 }
export const PIP = { standard: 109.6, enhanced: 194.6 }
export const CHILD_DLA = 76.7
export const CARERS_ALLOWANCE = 86.45
/** Earnings up to which Carer's Allowance is paid. */
export const CARER_EARNINGS_LIMIT = 204
export const CHILD_BENEFIT = { first: 27.05, further: 17.9 }

export const UNIVERSAL_CREDIT = {
  single: 98,
  singleUnder25: 78,
  couple: 154,
  child: 70,
  limitedCapability: 75,
  /** Earnings kept in full by those with children or limited capability for work. */
  workAllowance: { withHousing: 98.5, without: 164 },
  taper: 0.55,
  savingsLimit: 16_000,
}

/** The benefit cap outside London. */
export const BENEFIT_CAP = { single: 283.71, others: 423.46 }

/** Take-home pay up to which Universal Credit brings Healthy Start: £408 a month. */
export const HEALTHY_START_EARNINGS = (408 * 12) / 52
/** Take-home pay up to which Universal Credit brings free school meals: £7,400 a year. */
export const SCHOOL_MEALS_EARNINGS = 7_400 / 52
/**
 * From this month every child in England whose household has Universal Credit may have them,
 * whatever the household earns (Department for Education, June 2025). Wales keeps the limit.
 */
export const SCHOOL_MEALS_FOR_ALL_ON_UC = '2026-09-01'
export const PENSION_AGE = 66

/** Capital above this counts as income of a pound for every 500. */
export const tariffIncome = (savings: number): number => Math.max(0, Math.ceil((savings - 10_000) / 500))

/** Gross to take-home, roughly: income tax and National Insurance together above the allowance. */
export const takeHome = (earnings: number): number => earnings - 0.28 * Math.max(0, earnings - 242)
