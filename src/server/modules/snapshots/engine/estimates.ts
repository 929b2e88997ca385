/**
 * What a household may claim and does not, pounds a year, in SQL: the one set of rules behind the map's headline and
 * the estimator. Only what the snapshot calls eligible and unclaimed counts. DECIMAL keeps it exact.
 */
import { RATES } from '../rates'
import type { EstimateName } from '../snapshot'

/** Never a request's. */
const pounds = (amount: number): string => amount.toFixed(2)

const { weeksAYear, attendanceAllowance, healthyStart, freeSchoolMeals, mealsAreClaimedFromAge } = RATES

const mealsAYear = freeSchoolMeals.aMeal * freeSchoolMeals.mealsAWeek * freeSchoolMeals.schoolWeeksAYear

const claimedFromAge = `case left(ward_code::varchar, 1) ${Object.entries(mealsAreClaimedFromAge)
  .map(([nation, age]) => `when '${nation}' then ${age}`)
  .join(' ')} else ${mealsAreClaimedFromAge.E} end`

/** Only the youngest child's age is known: brothers and sisters are taken to be old enough. */
const claimingPupils = `greatest(number_of_children - coalesce(youngest_child_age < ${claimedFromAge}, false)::utinyint, 0)`

const attendanceAllowanceAt = (aWeek: number) =>
  `case when attendance_allowance = 'likely_eligible' then ${pounds(aWeek * weeksAYear)} else 0 end`

const UNCLAIMED_BY_BENEFIT = {
  pension_credit: `case when pension_credit = 'eligible_not_claiming' then pension_credit_weekly_award * ${weeksAYear} else 0 end`,
  attendance_allowance: attendanceAllowanceAt(attendanceAllowance.lowerAWeek),
  healthy_start: `case when healthy_start = 'eligible_not_claiming' then case when youngest_child_age < 1 then ${pounds(healthyStart.underOneAWeek * weeksAYear)} else ${pounds(healthyStart.otherwiseAWeek * weeksAYear)} end else 0 end`,
  free_school_meals: `case when free_school_meals = 'eligible_not_claiming' then ${claimingPupils} * ${pounds(mealsAYear)} else 0 end`,
}

/**
 * A column of every table in memory: summing it for a million households was the slowest part of the headlines. Wide
 * enough for any award that an import accepts.
 */
export const UNCLAIMED_COLUMN = {
  name: 'unclaimed_a_year',
  expression: Object.values(UNCLAIMED_BY_BENEFIT).join(' + '),
  type: 'DECIMAL(12,2)',
} as const

const estimate = (expression: string) => `(${expression})::${UNCLAIMED_COLUMN.type}`

export const ESTIMATES: Readonly<Record<EstimateName, string>> = {
  pension_credit_a_year: estimate(UNCLAIMED_BY_BENEFIT.pension_credit),
  attendance_allowance_a_year: estimate(UNCLAIMED_BY_BENEFIT.attendance_allowance),
  attendance_allowance_at_higher_rate_a_year: estimate(attendanceAllowanceAt(attendanceAllowance.higherAWeek)),
  healthy_start_a_year: estimate(UNCLAIMED_BY_BENEFIT.healthy_start),
  free_school_meals_a_year: estimate(UNCLAIMED_BY_BENEFIT.free_school_meals),
  unclaimed_a_year: UNCLAIMED_COLUMN.name,
}
