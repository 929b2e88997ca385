/**
 * What a household may claim and does not, in pounds a year: the one set of rules behind the map's
 * headline and the calculator's result, as SQL over the columns of a snapshot.
 *
 * Policy: only what the snapshot calls eligible and unclaimed counts; nothing is guessed for the others.
 * Every amount is exact to the penny (DECIMAL), and made from rates.ts alone.
 */
import type { DerivedColumn } from '../snapshots/service'
import { RATES } from './rates'

/** Pounds as an SQL number with two decimals; rates are our own data, never a request's. */
const pounds = (amount: number): string => amount.toFixed(2)

const { weeksAYear, attendanceAllowance, healthyStart, freeSchoolMeals } = RATES

const mealsAYear = freeSchoolMeals.aMeal * freeSchoolMeals.mealsAWeek * freeSchoolMeals.schoolWeeksAYear

/**
 * Children who may be at school. Only the youngest child's age is known: under four it is not at school
 * yet. A household that is called eligible has at least one.
 */
const schoolChildren = 'greatest(number_of_children - (coalesce(youngest_child_age, 4) < 4)::utinyint, 1)'

/** The four benefits, each an SQL expression of pounds a year for one household; 0 where it does not apply. */
export const UNCLAIMED_BY_BENEFIT = {
  pension_credit: `case when pension_credit = 'eligible_not_claiming' then pension_credit_weekly_award * ${weeksAYear} else 0 end`,
  attendance_allowance: `case when attendance_allowance = 'likely_eligible' then ${pounds(attendanceAllowance.lowerAWeek * weeksAYear)} else 0 end`,
  healthy_start: `case when healthy_start = 'eligible_not_claiming' then case when youngest_child_age < 1 then ${pounds(healthyStart.underOneAWeek * weeksAYear)} else ${pounds(healthyStart.otherwiseAWeek * weeksAYear)} end else 0 end`,
  free_school_meals: `case when free_school_meals = 'eligible_not_claiming' then ${schoolChildren} * ${pounds(mealsAYear)} else 0 end`,
} as const

/** What Attendance Allowance would be at the higher rate, pounds a year. */
export const ATTENDANCE_ALLOWANCE_AT_HIGHER_RATE = `case when attendance_allowance = 'likely_eligible' then ${pounds(attendanceAllowance.higherAWeek * weeksAYear)} else 0 end`

/** All four together: "estimated unclaimed benefit a year" of one household. */
export const UNCLAIMED_A_YEAR = Object.values(UNCLAIMED_BY_BENEFIT).join(' + ')

/**
 * The same as a column of the table in memory: the sum over a million households is the dearest part of the map's
 * headlines, and it is the same for every filter. Wide enough for any award that an import accepts.
 */
export const UNCLAIMED_COLUMN: DerivedColumn = {
  name: 'unclaimed_a_year',
  expression: UNCLAIMED_A_YEAR,
  type: 'DECIMAL(12,2)',
}
