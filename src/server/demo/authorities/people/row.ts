import type { SnapshotColumnName } from '../../../modules/snapshots/columns'
import { type Household, type HouseholdType } from './household'
import { incomeOf, isUnderOccupying, pence, type Income } from './income'
import * as rates from './rates'

/** One line of a snapshot's household file. */
export type Row = Readonly<Record<SnapshotColumnName, string | number | boolean | null>>

/** A month of the demo. */
export interface Month {
  /** yyyy-mm-dd. */
  readonly date: string
  /** 0 for the first. */
  readonly index: number
}

/** A household's line in a month's snapshot. */
export function rowOf(household: Household, { date, index }: Month, wales: boolean): Row {
  const { home, type } = household
  const headAge = Math.floor((household.headAge + index) / 12)
  const pensionAge = headAge >= rates.PENSION_AGE
  const children = household.children.map((age) => Math.floor((age + index) / 12))
  const youngest = children.length > 0 ? Math.min(...children) : null
  const income = incomeOf(household, index, pensionAge)
  const costs = weeklyCosts(household, income)
  const balance = pence(((income.total - costs) * 52) / 12)
  const strained = balance < 0
  return {
    household_reference: household.reference,
    ward_code: home.ward.code,
    postcode: home.postcode,
    longitude: home.longitude,
    latitude: home.latitude,
    household_type: type,
    household_size: household.adults + children.length,
    number_of_children: children.length,
    youngest_child_age: youngest,
    age_of_head: headAge,
    preferred_language: household.language,
    tenure: household.tenure,
    accommodation_type: home.accommodation,
    bedrooms: household.bedrooms,
    under_occupying: isUnderOccupying(household, pensionAge),
    weekly_rent: household.rent,
    rent_arrears: arrears(household, strained && household.rent > 0, 0.36, 900 + 90 * index),
    council_tax_arrears: arrears(household, strained, 0.42, 620 + 40 * index),
    council_tax_band: household.band,
    epc_band: household.epc,
    heating: household.heating,
    employment_status: household.employment,
    weekly_earnings: income.earnings,
    weekly_income: income.total,
    monthly_cash_balance: balance,
    savings: household.savings,
    universal_credit: income.universalCredit,
    uc_conditionality: income.universalCredit ? conditionality(household, youngest) : 'none',
    housing_benefit: income.housingBenefit,
    council_tax_reduction: income.councilTaxReduction,
    benefit_capped: income.benefitCapped,
    disability_benefit: income.claimsAttendanceAllowance ? 'attendance_allowance' : household.disability,
    carer: household.carer,
    carers_allowance: income.carersAllowance,
    long_term_condition: household.longTermCondition,
    pension_age: pensionAge,
    pension_credit: income.pensionCredit,
    pension_credit_weekly_award: income.pensionCreditAward,
    attendance_allowance: income.claimsAttendanceAllowance
      ? 'claiming'
      : pensionAge && household.needsCare
        ? 'likely_eligible'
        : 'not_eligible',
    healthy_start: healthyStart(household, income, youngest, index),
    free_school_meals: schoolMeals(household, income, children, { date, index }, wales),
    food_poverty_risk: risk(balance / 400 + (household.hardship - 0.5) * 1.4),
    fuel_poverty: isFuelPoor(household, income),
    digital_exclusion: risk(1.6 - headAge / 48 + (1 - home.deprivation) * 0.6 - (household.hardship - 0.5) * 1.2),
  }
}

/** What a household spends in a week: what it must, and part of what it has left. */
function weeklyCosts(household: Household, income: Income): number {
  const fuel = { A: 14, B: 17, C: 21, D: 26, E: 33, F: 41, G: 49 }[household.epc] ?? 26
  const people = 78 + 46 * (household.adults - 1) + 41 * household.children.length
  const councilTax = (13 + 4.2 * 'ABCDEFGHI'.indexOf(household.band)) * (income.councilTaxReduction ? 0.15 : 1)
  const mortgage = household.tenure === 'mortgaged' ? 62 + 24 * household.bedrooms : 0
  const must = people * (0.86 + 0.36 * household.hardship) + fuel + councilTax + income.rentToPay + mortgage
  return must + Math.max(0, income.total - must) * 0.55
}

/** Who cannot make ends meet falls behind, some more than others. */
function arrears({ hardship }: Household, behind: boolean, share: number, most: number): number {
  return behind && hardship > 1 - share ? pence((hardship - (1 - share)) * (most / share) + 24) : 0
}

const risk = (comfort: number): string => (comfort < 0 ? 'high' : comfort < 0.65 ? 'medium' : 'low')

/** Low income, low efficiency: a home below band C, and little left after housing (BEIS, "Sustainable warmth", 2021). */
function isFuelPoor({ epc, adults, children }: Household, income: Income): boolean {
  const heads = 0.58 + 0.42 * (adults - 1) + 0.3 * children.length
  return epc > 'C' && (income.total - income.rentToPay) / heads < 260
}

/** What the jobcentre asks of the household, by its youngest child and who works. */
function conditionality({ employment, carer, type }: Household, youngest: number | null): string {
  if (employment === 'unable_to_work' || carer) return 'none'
  if (employment === 'employed' || employment === 'self_employed') return 'working'
  const alone: readonly HouseholdType[] = ['lone_parent']
  if (youngest !== null && alone.includes(type)) {
    if (youngest < 1) return 'none'
    if (youngest < 2) return 'planning'
    if (youngest < 3) return 'preparing'
  }
  return 'searching'
}

type TakeUp = 'claiming' | 'eligible_not_claiming' | 'not_eligible'

function healthyStart(household: Household, income: Income, youngest: number | null, month: number): TakeUp {
  const due = income.universalCredit && youngest !== null && youngest < 4 &&
    rates.takeHome(income.earnings) <= rates.HEALTHY_START_EARNINGS
  if (!due) return 'not_eligible'
  return household.claimsFrom.healthy_start <= month ? 'claiming' : 'eligible_not_claiming'
}

function schoolMeals(household: Household, income: Income, children: readonly number[], month: Month, wales: boolean): TakeUp {
  if (!income.universalCredit || !children.some((age) => age >= 4 && age <= 15)) return 'not_eligible'
  const claims = household.claimsFrom.free_school_meals <= month.index
  if (rates.takeHome(income.earnings) <= rates.SCHOOL_MEALS_EARNINGS) return claims ? 'claiming' : 'eligible_not_claiming'
  if (wales || month.date < rates.SCHOOL_MEALS_FOR_ALL_ON_UC) return 'not_eligible'
  // New to it: word gets round slowly, though these households claim elsewhere as others do.
  return claims && household.hardship < 0.35 ? 'claiming' : 'eligible_not_claiming'
}
