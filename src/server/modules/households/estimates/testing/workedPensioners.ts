/** Pension Credit and Attendance Allowance: handWorked.ts. */
import { england, family, northernIreland, open, scotland, wales, type WorkedHousehold } from './handWorked'

const likely = { attendance_allowance: 'likely_eligible' }
/** Too young for Savings Credit. */
const pensioner = { household_type: 'single_pensioner', age_of_head: 72, pension_age: true, weekly_income: 400 }
const pensioners = { ...pensioner, household_type: 'couple_pensioner', household_size: 2, weekly_income: 600 }
const credit = (award: number) => ({ pension_credit: open, pension_credit_weekly_award: award })

export const PENSIONERS: readonly WorkedHousehold[] = [
  ['a pensioner who misses out on nothing', { ...england, ...pensioner }, {}],
  ['an award of £50: 50 × 52', { ...england, ...pensioner, ...credit(50) }, { pension_credit: 2600 }],
  ['an award in Wales: 12.34 × 52', { ...wales, ...pensioner, ...credit(12.34) }, { pension_credit: 641.68 }],
  [
    'an award in Northern Ireland: 0.03 × 52',
    { ...northernIreland, ...pensioner, ...credit(0.03) },
    { pension_credit: 1.56 },
  ],
  [
    'a couple’s award in Scotland: 85.91 × 52',
    { ...scotland, ...pensioners, ...credit(85.91) },
    { pension_credit: 4467.32 },
  ],
  [
    'aged 66, which may be pension age: 10 × 52',
    { ...england, ...pensioner, age_of_head: 66, ...credit(10) },
    { pension_credit: 520 },
  ],
  [
    'a grandparent with a family, whose head is 45: 12 × 52',
    { ...england, ...pensioner, household_type: 'other_adults', household_size: 3, age_of_head: 45, ...credit(12) },
    { pension_credit: 624 },
  ],
  [
    'Attendance Allowance, £2 above Pension Credit: 238 + 86.05 − 240 = 84.05, × 52',
    { ...england, ...pensioner, ...likely, weekly_income: 240 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 4370.6] },
  ],
  [
    'the same in Scotland, on £238: 86.05 × 52',
    { ...scotland, ...pensioner, ...likely, weekly_income: 238 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 4474.6] },
  ],
  [
    'savings of £12,250 count as £5: 324.05 − 300 − 5 = 19.05, × 52',
    { ...wales, ...pensioner, ...likely, weekly_income: 300, savings: 12_250 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 990.6] },
  ],
  [
    '£330 is too much with the addition too',
    { ...england, ...pensioner, ...likely, weekly_income: 330 },
    { attendance_allowance: [3988.4, 5959.2] },
  ],
  [
    'an award of £50 that the addition raises: 2,600 + 4,474.60',
    { ...england, ...pensioner, ...likely, ...credit(50) },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [2600, 7074.6] },
  ],
  [
    'claims Pension Credit, without the addition',
    { ...northernIreland, ...pensioner, ...likely, pension_credit: 'claiming', pension_credit_weekly_award: 30 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 4474.6] },
  ],
  [
    'the higher rate is known',
    { ...england, ...pensioner, ...likely, attendance_allowance_rate: 'higher' },
    { attendance_allowance: 5959.2 },
  ],
  [
    'the lower rate is known',
    { ...wales, ...pensioner, ...likely, attendance_allowance_rate: 'lower' },
    { attendance_allowance: 3988.4 },
  ],
  [
    'a couple on £400: 363.25 + 172.10 − 400 = 135.35, × 52; Attendance Allowance for one or both',
    { ...england, ...pensioners, ...likely, weekly_income: 400 },
    { attendance_allowance: [3988.4, 11_918.4], pension_credit: [0, 7038.2] },
  ],
  [
    'a couple’s award of £20: 1,040, and 1,040 + 8,949.20',
    { ...wales, ...pensioners, ...likely, ...credit(20) },
    { attendance_allowance: [3988.4, 11_918.4], pension_credit: [1040, 9989.2] },
  ],
  [
    'a couple, the lower rate known of one: 3,988.40 + 5,959.20',
    { ...england, ...pensioners, ...likely, attendance_allowance_rate: 'lower' },
    { attendance_allowance: [3988.4, 9947.6] },
  ],
  [
    'a couple, one with DLA',
    { ...scotland, ...pensioners, ...likely, disability_benefit: 'dla' },
    { attendance_allowance: [3988.4, 5959.2] },
  ],
  [
    'a couple with a partner of 60, who is too young for both',
    { ...england, ...pensioners, ...likely, household_type: 'couple_no_children', partner_age: 60, weekly_income: 300 },
    { attendance_allowance: [3988.4, 5959.2] },
  ],
  [
    'with another adult, whose home it may be too, and whose income it may be: 86.05 × 52',
    { ...england, ...pensioner, ...likely, household_type: 'other_adults', household_size: 2, weekly_income: 600 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 4474.6] },
  ],
  [
    'an award of £55 of two adults: 55 × 52, and 141.05 × 52',
    { ...wales, ...pensioner, ...likely, ...credit(55), household_type: 'other_adults', household_size: 2 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [2860, 7334.6] },
  ],
  [
    'a couple with a grown child, who may both be carers: 30 × 52, and 126.30 × 52',
    { ...northernIreland, ...pensioners, household_size: 3, carer: true, ...credit(30) },
    { pension_credit: [1560, 6567.6] },
  ],
  [
    'a carer with Carer’s Allowance who may get Attendance Allowance: 238 + 48.15 + 86.05 − 300 = 72.20, × 52',
    { ...scotland, ...pensioner, ...likely, carer: true, carers_allowance: true, weekly_income: 300 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 3754.4] },
  ],
  [
    'a carer who has Attendance Allowance: 238 + 86.05 + 48.15 − 330 = 42.20, × 52',
    {
      ...england,
      ...pensioner,
      carer: true,
      disability_benefit: 'attendance_allowance',
      attendance_allowance: 'claiming',
      weekly_income: 330,
    },
    { pension_credit: [0, 2194.4] },
  ],
  [
    'aged 78: of £84.05 as at 72, and Savings Credit of 17.96: 102.01 × 52',
    { ...england, ...pensioner, ...likely, age_of_head: 78, weekly_income: 240 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 5304.52] },
  ],
  [
    'aged 73 on £330, 5.95 above 324.05: Savings Credit of 17.96 − 2.38 = 15.58, × 52',
    { ...northernIreland, ...pensioner, ...likely, age_of_head: 73, weekly_income: 330 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 810.16] },
  ],
  [
    'aged 80 on £220: 104.05, and Savings Credit of 60% of 220 − 208.07 = 7.158: 111.21 × 52',
    { ...wales, ...pensioner, ...likely, age_of_head: 80, weekly_income: 220 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 5782.92] },
  ],
  [
    'a couple of 80 and 79 on £400: 135.35, and Savings Credit of 20.10: 155.45 × 52',
    { ...scotland, ...pensioners, ...likely, age_of_head: 80, partner_age: 79, weekly_income: 400 },
    { attendance_allowance: [3988.4, 11_918.4], pension_credit: [0, 8083.4] },
  ],
  [
    'a couple of 80 and 70, too young for Savings Credit: 135.35 × 52',
    { ...england, ...pensioners, ...likely, age_of_head: 80, partner_age: 70, weekly_income: 400 },
    { attendance_allowance: [3988.4, 11_918.4], pension_credit: [0, 7038.2] },
  ],
  [
    'a carer on £250: 238 + 48.15 − 250 = 36.15, × 52',
    { ...wales, ...pensioner, carer: true, weekly_income: 250 },
    { pension_credit: [0, 1879.8] },
  ],
  [
    'a couple who may both be carers, on £380: 363.25 + 96.30 − 380 = 79.55, × 52; too young for Savings Credit',
    { ...england, ...pensioners, carer: true, weekly_income: 380 },
    { pension_credit: [0, 4136.6] },
  ],
  [
    'a couple, one with Carer’s Allowance: 363.25 + 48.15 + 48.15 − 430 = 29.55, × 52',
    { ...wales, ...pensioners, carer: true, carers_allowance: true, weekly_income: 430 },
    { pension_credit: [0, 1536.6] },
  ],
  [
    'the same on £380, which the first addition alone would exceed, though not eligible: 48.15 × 52',
    { ...wales, ...pensioners, carer: true, carers_allowance: true, weekly_income: 380 },
    { pension_credit: [0, 2503.8] },
  ],
  [
    'a carer who has Carer’s Allowance, whose addition the council counted',
    { ...england, ...pensioner, carer: true, carers_allowance: true, weekly_income: 250 },
    {},
  ],
  [
    'a carer’s award of £20: 1,040, and 68.15 × 52',
    { ...northernIreland, ...pensioner, carer: true, ...credit(20) },
    { pension_credit: [1040, 3543.8] },
  ],
  [
    'a carer of working age',
    { ...england, ...pensioner, age_of_head: 50, pension_age: false, carer: true, weekly_income: 100 },
    {},
  ],
  [
    'a pensioner who may get Attendance Allowance, with a child of 5: 238 + 86.05 + 69.98 − 330 = 64.03, × 52',
    { ...england, ...pensioner, ...likely, ...family(1, 5), household_type: 'lone_parent', weekly_income: 330 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 3329.56] },
  ],
  [
    'with children of 9 and 12, the first of which counts more: 324.05 + 69.98 + 81.07 − 400 = 75.10, × 52',
    { ...scotland, ...pensioner, ...likely, ...family(2, 9, '9;12'), weekly_income: 400 },
    { attendance_allowance: [3988.4, 5959.2], pension_credit: [0, 3905.2] },
  ],
  // What contradicts itself is left out.
  ['eligible with an award of 0', { ...england, ...pensioner, ...credit(0) }, {}],
  ['eligible at 60', { ...england, ...pensioner, age_of_head: 60, ...credit(50) }, {}],
  ['eligible, not of pension age', { ...wales, ...pensioner, pension_age: false, ...credit(50) }, {}],
  ['a couple with a partner of 60', { ...england, ...pensioners, partner_age: 60, ...credit(50) }, {}],
  ['Attendance Allowance at 60', { ...england, ...pensioner, age_of_head: 60, ...likely, weekly_income: 200 }, {}],
  [
    'Attendance Allowance beside PIP',
    { ...england, ...pensioner, disability_benefit: 'pip', ...likely, weekly_income: 240 },
    {},
  ],
]
