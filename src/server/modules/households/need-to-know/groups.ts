import type { ColumnGroup } from '#contract/households/needToKnow'
import { columnsOfEstimate, type EstimateName } from '../estimates/benefits'
import type { FileColumnName } from '../columns/columns'

/** A column of two groups is hidden with either. */
export const GROUPS: Readonly<Record<FileColumnName, readonly ColumnGroup[]>> = {
  household_reference: [],
  ward_code: [],
  postcode: [],
  longitude: ['place'],
  latitude: ['place'],
  household_type: ['family'],
  household_size: ['family'],
  number_of_children: ['family'],
  youngest_child_age: ['family'],
  age_of_head: ['family'],
  preferred_language: [],
  tenure: [],
  accommodation_type: [],
  bedrooms: [],
  under_occupying: ['family'],
  weekly_rent: ['money'],
  rent_arrears: ['money'],
  council_tax_arrears: ['money'],
  council_tax_band: [],
  epc_band: [],
  heating: [],
  employment_status: ['money', 'health', 'family'],
  weekly_earnings: ['money'],
  weekly_income: ['money'],
  monthly_cash_balance: ['money'],
  savings: ['money'],
  universal_credit: ['money', 'family'],
  uc_conditionality: ['money', 'health', 'family'],
  // Below pension age Universal Credit has replaced it.
  housing_benefit: ['money', 'family'],
  council_tax_reduction: ['money'],
  benefit_capped: ['money', 'health', 'family'],
  disability_benefit: ['health', 'family'],
  carer: ['health'],
  carers_allowance: ['health', 'money'],
  long_term_condition: ['health'],
  pension_age: ['family'],
  pension_credit: ['money', 'family'],
  pension_credit_weekly_award: ['money', 'family'],
  attendance_allowance: ['health', 'family'],
  healthy_start: ['money', 'family'],
  free_school_meals: ['money', 'family'],
  food_poverty_risk: ['money'],
  fuel_poverty: ['money'],
  digital_exclusion: ['family'],
  children_ages: ['family'],
  partner_age: ['family'],
  attendance_allowance_rate: ['health', 'family'],
}

/** A campaign's list may reveal something of every group. */
export const COLUMNS_OF_CONTACT: readonly FileColumnName[] = [
  'pension_credit',
  'attendance_allowance',
  'healthy_start',
  'free_school_meals',
  'longitude',
]

/** Whether the role is not shown which households campaigns wrote to. */
export const isContactHidden = (hidden: ReadonlySet<string>): boolean =>
  COLUMNS_OF_CONTACT.some((column) => hidden.has(column))

/** In the snapshot's order. */
export const listGroupColumns = (group: ColumnGroup): FileColumnName[] =>
  // The record's keys are exactly the columns.
  (Object.keys(GROUPS) as FileColumnName[]).filter((column) => GROUPS[column].includes(group))

/** Whether an estimate derives from a hidden column. */
export const isEstimateHidden = (hidden: ReadonlySet<string>, estimate: EstimateName): boolean =>
  columnsOfEstimate(estimate).some((column) => hidden.has(column))
