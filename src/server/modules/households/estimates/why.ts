import type { OptionalColumnName, SnapshotColumnName } from '../columns/columns'
import { columnsOfEstimate, type EstimatedBenefit } from './benefits'
import type { NationLetter, Rates } from './rateTypes'

/** By column; at least {@link listWhyColumns}. */
type Row = Readonly<Record<string, string | number | boolean | null>>

export interface Why {
  readonly known: readonly string[]
  readonly assumed: readonly string[]
}

const OPTIONAL: Readonly<Record<EstimatedBenefit, readonly OptionalColumnName[]>> = {
  pension_credit: ['partner_age'],
  attendance_allowance: ['attendance_allowance_rate', 'partner_age'],
  healthy_start: ['children_ages'],
  free_school_meals: ['children_ages'],
}

/** Read by {@link explainEstimate}. */
export const listWhyColumns = (benefit: EstimatedBenefit): (SnapshotColumnName | OptionalColumnName)[] => [
  ...columnsOfEstimate(`${benefit}_a_year`),
  ...OPTIONAL[benefit],
]

/** For a household that has an estimate. */
export const explainEstimate = (benefit: EstimatedBenefit, row: Row, rates: Rates): Why => WHY[benefit](row, rates)

const list = new Intl.ListFormat('en-GB')
const pence = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const aWeek = (amount: number) => `${pence.format(amount)} a week`
const isCouple = ({ household_type: type }: Row) => String(type).startsWith('couple')

function pensionCredit(row: Row, { pensionCredit: guarantee, weeksAYear }: Rates): Why {
  const isLikely = row.attendance_allowance === 'likely_eligible'
  const isCarer = row.carer === true && (row.carers_allowance === false || isCouple(row))
  const isEligible = row.pension_credit === 'eligible_not_claiming'
  const isOpen = isLikely || isCarer
  const hasAward = isEligible || row.pension_credit === 'claiming'
  const level = pence.format(isCouple(row) ? guarantee.coupleAWeek : guarantee.singleAWeek)
  const hasOtherAdults = Number(row.household_size) - Number(row.number_of_children) > (isCouple(row) ? 2 : 1)
  return {
    known: [
      isEligible
        ? `The council’s data say eligible, with an award of ${aWeek(Number(row.pension_credit_weekly_award))}, counted for ${weeksAYear} weeks.`
        : row.pension_credit === 'claiming'
          ? 'It claims Pension Credit already.'
          : `The council’s data say not eligible, with an income of ${aWeek(Number(row.weekly_income))} and savings of ${pence.format(Number(row.savings))}.`,
    ],
    assumed: [
      ...(isEligible
        ? [
            'Lowest: the award is as supplied, with the additions and the Savings Credit that the council counted in it.',
          ]
        : []),
      ...(isLikely
        ? [
            `Highest: Attendance Allowance is awarded${isCouple(row) ? ' to both' : ''}, nobody is paid for the care, and it ` +
              `brings the addition for severe disability (${aWeek(guarantee.severeDisabilityAWeek)}${isCouple(row) ? ' each' : ''}).` +
              (hasOtherAdults
                ? ' The other adults do not stand in its way: they own or rent the home too, lodge there or get a disability benefit.'
                : ''),
          ]
        : []),
      ...(isCarer
        ? [
            'Highest: the carer gives 35 hours a week to somebody with a disability benefit, and claims Carer’s Allowance, ' +
              `which brings the addition for carers (${aWeek(guarantee.carerAWeek)}) also where the State Pension is paid instead` +
              `${isCouple(row) ? '; of a couple both may' : ''}.`,
          ]
        : []),
      ...(isOpen
        ? [
            hasAward
              ? 'Highest: what is added is not in the award yet.'
              : hasOtherAdults
                ? 'Highest: all that is added is paid, as it is not known whose the income is.'
                : `Highest: what is added raises the level of ${level} that income is compared with` +
                  (Number(row.number_of_children) > 0 ? ', as the children do. ' : '. ') +
                  'Savings Credit is counted where the age allows that State Pension age was reached before 6 April 2016.',
          ]
        : []),
    ],
  }
}

function attendanceAllowance(row: Row, { attendanceAllowance: rates }: Rates): Why {
  const rate = row.attendance_allowance_rate
  const partner = Number(row.partner_age ?? 0)
  return {
    known: [
      'The council’s data say likely to be eligible.',
      ...(typeof rate === 'string' ? [`The council expects the ${rate} rate.`] : []),
      ...(partner > 0 ? [`The partner is ${partner}.`] : []),
      ...(row.disability_benefit === 'none' ? [] : ['Somebody in the household gets a disability benefit already.']),
    ],
    assumed: [
      ...(typeof rate === 'string'
        ? []
        : [`Lowest: the lower rate, ${aWeek(rates.lowerAWeek)}. Highest: the higher, ${aWeek(rates.higherAWeek)}.`]),
      isCouple(row) && row.disability_benefit === 'none'
        ? 'Lowest: one of the couple gets it. Highest: both do, if both have reached State Pension age.'
        : 'One person gets it.',
    ],
  }
}

const ofChildren = ({ number_of_children: count, youngest_child_age: youngest, children_ages: ages }: Row): string => {
  const children = count === 1 ? '1 child' : `${String(count)} children`
  if (typeof ages === 'string') return `${children}, aged ${ages.replaceAll(';', ', ')}.`
  return youngest === null ? `${children}, of unknown age.` : `${children}, the youngest aged ${String(youngest)}.`
}

const TWINS = 'no more than two children are of the same age'

function healthyStart(row: Row, { healthyStart: rates }: Rates): Why {
  const { untilAge, underOneAWeek, otherwiseAWeek, weeksOfPregnancy } = rates
  const hasNone = row.number_of_children === 0 || Number(row.youngest_child_age ?? 0) >= untilAge
  return {
    known: [
      ofChildren(row),
      `${aWeek(underOneAWeek)} for a child under one, ${aWeek(otherwiseAWeek)} for another under four.`,
    ],
    assumed: hasNone
      ? [
          `A pregnancy, as there is no child under four: ${weeksOfPregnancy} weeks from its tenth on. After the birth it is more.`,
        ]
      : [
          `Highest: a pregnancy too, of ${weeksOfPregnancy} weeks from its tenth on.`,
          ...(typeof row.children_ages === 'string' || row.number_of_children === 1
            ? []
            : [`Lowest: only the youngest child is under four. Highest: the others are too, where ${TWINS}.`]),
        ],
  }
}

function freeSchoolMeals(row: Row, { freeSchoolMeals: meals, mealsAreClaimed, mayLeaveSchoolFromAge }: Rates): Why {
  const letter = String(row.ward_code).charAt(0)
  const nation = mealsAreClaimed[isNation(letter) ? letter : 'E']
  const schoolDays = meals.mealsAWeek * meals.schoolWeeksAYear
  const years =
    nation.until === null ? 'children not yet at school' : `children up to ${nation.until}, who eat free already`
  return {
    known: [
      ofChildren(row),
      `${pence.format(meals.aMeal)} a meal (${meals.priceOf}) on ${schoolDays} school days, without ${years}.`,
    ],
    assumed: [
      `Lowest: only children of ${nation.surelyFromAge} to ${mayLeaveSchoolFromAge - 1} are counted, and one who is older where ` +
        `none is younger. Highest: all who are older, and those of ${list.format(nation.openAges.map(String))}.`,
      ...(typeof row.children_ages === 'string' || row.number_of_children === 1
        ? []
        : [`Lowest: the others are as young as they can be, where ${TWINS}. Highest: they are old enough.`]),
    ],
  }
}

const isNation = (letter: string): letter is NationLetter => ['E', 'W', 'S', 'N'].includes(letter)

const WHY: Readonly<Record<EstimatedBenefit, (row: Row, rates: Rates) => Why>> = {
  pension_credit: pensionCredit,
  attendance_allowance: attendanceAllowance,
  healthy_start: healthyStart,
  free_school_meals: freeSchoolMeals,
}
