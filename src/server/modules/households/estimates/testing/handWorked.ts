/**
 * Households worked out by hand at the rates of 2026 to 2027, pounds a year. Attendance Allowance: £76.70 × 52 =
 * £3,988.40, £114.60 × 52 = £5,959.20. Pension Credit: £238 or £363.25 a week, £86.05 for severe disability (× 52 =
 * £4,474.60, of both £8,949.20). Healthy Start: £4.65 × 52 = £241.80, £9.30 × 52 = £483.60. A year of school meals:
 * £2.61 × 190 = £495.90.
 */
import { makeWard, type HouseholdOf } from '../../snapshots/testing/households'
import type { EstimatedBenefit } from '../benefits'

/** A benefit without an amount is none; one amount is lowest and highest. */
type Expected = Partial<Record<EstimatedBenefit, number | readonly [lowest: number, highest: number]>>

export type WorkedHousehold = readonly [who: string, household: HouseholdOf, expected: Expected]

export const NATION_WARDS = ['E05000001', 'N08000101', 'S13002482', 'W05000003'].map((code) => makeWard({ code }))
export const [england, northernIreland, scotland, wales] = NATION_WARDS.map(({ code }) => ({ ward_code: code }))

export const open = 'eligible_not_claiming'

export const family = (number: number, youngest: number | null, ages: string | null = null) => ({
  household_type: 'lone_parent',
  household_size: number + 1,
  number_of_children: number,
  youngest_child_age: youngest,
  children_ages: ages,
})
