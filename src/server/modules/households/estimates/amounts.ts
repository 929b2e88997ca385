/**
 * Unclaimed benefits, pounds a year, in SQL: the only source of amounts (docs/product.md#estimates). DECIMAL is exact.
 * Lowest: certain from the data. Highest: possible.
 */
import { AGES, describeContradiction, isSound } from './contradictions'
import { BENEFITS, type EstimatedBenefit } from './benefits'
import type { NationLetter, Rates } from './rateTypes'

interface AmountRange {
  readonly lowest: string
  readonly highest: string
}

interface BenefitRange extends AmountRange {
  /** Weeks of the year in which it is paid; default all. */
  readonly weeks?: string
}

interface BenefitEstimate extends Required<BenefitRange> {
  readonly contradiction: string
}

export type Estimates = Readonly<Record<EstimatedBenefit, BenefitEstimate>> & {
  readonly unclaimed: Required<BenefitRange>
}

/** Never for a request's numbers. */
const pounds = (amount: number): string => amount.toFixed(2)

const adults = '(household_size::integer - number_of_children::integer)'
const children = 'number_of_children::integer'
/** Unknown counts as 0, which leaves most open. */
const youngest = 'coalesce(youngest_child_age, 0)::integer'
const isLikelyToGetAttendanceAllowance = `(attendance_allowance = 'likely_eligible' and ${isSound('attendance_allowance')})`
const isCouple = "household_type in ('couple_pensioner', 'couple_no_children', 'couple_with_children')"

/** Assumes at most twins. */
const SAME_AGE = 2

/** The estimates at a year's rates. */
export function estimatesAt(rates: Rates): Estimates {
  const everyWeek = String(rates.weeksAYear)
  const ranges: Readonly<Record<EstimatedBenefit, BenefitRange>> = {
    pension_credit: pensionCredit(rates),
    attendance_allowance: attendanceAllowance(rates),
    healthy_start: healthyStart(rates),
    free_school_meals: freeSchoolMeals(rates),
  }
  const estimate = (benefit: EstimatedBenefit): BenefitEstimate => ({
    lowest: `case when ${isSound(benefit)} then ${ranges[benefit].lowest} else 0 end`,
    highest: `case when ${isSound(benefit)} then ${ranges[benefit].highest} else 0 end`,
    weeks: ranges[benefit].weeks ?? everyWeek,
    contradiction: describeContradiction(benefit),
  })
  const sum = (end: 'lowest' | 'highest') => BENEFITS.map((benefit) => estimate(benefit)[end]).join(' + ')
  return {
    pension_credit: estimate('pension_credit'),
    attendance_allowance: estimate('attendance_allowance'),
    healthy_start: estimate('healthy_start'),
    free_school_meals: estimate('free_school_meals'),
    unclaimed: { lowest: sum('lowest'), highest: sum('highest'), weeks: everyWeek },
  }
}

/**
 * The award that the council supplied. Uncertain: additions that no award shows yet, for severe disability and for
 * carers without Carer's Allowance. They raise the award, or the level compared with income, so a household without an
 * award may get one, with Savings Credit where ages allow. Other adults need not rule out the severe disability
 * addition.
 */
function pensionCredit({ weeksAYear, pensionCredit: guarantee, pensionAge }: Rates): AmountRange {
  const { savingsCredit } = guarantee
  const isAlone = `${adults} = 1`
  const hasPartner = `(${isCouple} and ${adults} > 1)`
  const ofPeople = (single: number, couple: number) =>
    `case when ${isAlone} then ${pounds(single)} else ${pounds(couple)} end`
  const severe = guarantee.severeDisabilityAWeek
  const severeIf = (condition: string) =>
    `(case when not (${condition}) then 0 when ${hasPartner} then ${pounds(2 * severe)} else ${pounds(severe)} end)`
  const carers = `(case when ${hasPartner} then 2 else 1 end - case when carers_allowance then 1 else 0 end)`
  const additions =
    `(${severeIf(isLikelyToGetAttendanceAllowance)} + ` +
    `case when carer then ${pounds(guarantee.carerAWeek)} * ${carers} else 0 end)`
  const isFirstChildOlder =
    `coalesce(list_max(${AGES}) >= ${guarantee.firstChildFromAge}, ` +
    `number_of_children > 1 or coalesce(youngest_child_age >= ${guarantee.firstChildFromAge}, true))`
  const ofChildren =
    `(${children} * ${pounds(guarantee.childAWeek)} + case when number_of_children > 0 and ${isFirstChildOlder} ` +
    `then ${pounds(guarantee.firstChildAWeek - guarantee.childAWeek)} else 0 end)`
  const ofAll = `((${ofPeople(guarantee.singleAWeek, guarantee.coupleAWeek)}) + ${ofChildren})`
  const income =
    `(weekly_income + ceil(greatest(savings - ${guarantee.savingsIgnored}, 0) / ${guarantee.savingsStep})` +
    '::decimal(9,2))'
  // Without an award, their level with present additions is at most the income.
  const additionsAlready =
    `(${severeIf(`disability_benefit <> 'none' and not ${isLikelyToGetAttendanceAllowance}`)} + ` +
    `case when carers_allowance then ${pounds(guarantee.carerAWeek)} else 0 end)`
  const level = `(least(${ofAll} + ${additionsAlready}, greatest(${ofAll}, ${income})) + ${additions})`
  const threshold = ofPeople(savingsCredit.singleThresholdAWeek, savingsCredit.coupleThresholdAWeek)
  const most = ofPeople(savingsCredit.singleMostAWeek, savingsCredit.coupleMostAWeek)
  const ofSavingsCredit =
    `case when age_of_head >= ${savingsCredit.fromAge} and coalesce(partner_age >= ${savingsCredit.fromAge}, true) ` +
    `then greatest(least(0.6 * greatest(${income} - (${threshold}), 0), ${most}) - 0.4 * greatest(${income} - ${level}, 0), 0) ` +
    'else 0 end'
  const mayClaim = `(pension_age and coalesce(partner_age >= ${pensionAge.earliest}, true))`
  // With several adults it is not known whose income counts.
  const isIncomeKnown = `(${isAlone} or (${isCouple} and ${adults} = 2))`
  return {
    lowest: `case when pension_credit = 'eligible_not_claiming' then pension_credit_weekly_award * ${weeksAYear} else 0 end`,
    highest:
      `${weeksAYear} * case when pension_credit = 'eligible_not_claiming' then pension_credit_weekly_award + ${additions} ` +
      `when pension_credit = 'claiming' then ${additions} when not (${mayClaim} and ${additions} > 0) then 0 ` +
      `when not ${isIncomeKnown} then ${additions} ` +
      `else round(greatest(${level} - ${income}, 0) + ${ofSavingsCredit}, 2) end`,
  }
}

/** One person at the lower rate unless the council knows the rate; at most both of a couple at the higher. */
function attendanceAllowance({ weeksAYear, attendanceAllowance: rates, pensionAge }: Rates): AmountRange {
  const [lower, higher] = [pounds(rates.lowerAWeek), pounds(rates.higherAWeek)]
  const rateElse = (unknown: string) =>
    `case attendance_allowance_rate when 'lower' then ${lower} when 'higher' then ${higher} else ${unknown} end`
  // Another benefit for the same needs rules this out.
  const secondPerson = `${isCouple} and disability_benefit = 'none' and coalesce(partner_age >= ${pensionAge.earliest}, true)`
  const ifLikely = (aWeek: string) =>
    `case when attendance_allowance = 'likely_eligible' then ${weeksAYear} * (${aWeek}) else 0 end`
  return {
    lowest: ifLikely(rateElse(lower)),
    highest: ifLikely(`${rateElse(higher)} + case when ${secondPerson} then ${higher} else 0 end`),
  }
}

/**
 * Each child under four, and a pregnancy, for its part of the year. Uncertain: siblings under four, and a pregnancy
 * beside them.
 */
function healthyStart({ weeksAYear, healthyStart: rates }: Rates): BenefitRange {
  const [baby, child] = [pounds(rates.underOneAWeek), pounds(rates.otherwiseAWeek)]
  const ofAges = `list_sum(list_transform(${AGES}, lambda age: case when age < 1 then ${baby} when age < ${rates.untilAge} then ${child} else 0 end))`
  const hasNone = `(number_of_children = 0 or coalesce(youngest_child_age >= ${rates.untilAge}, false))`
  const ofYoungest = `case when youngest_child_age < 1 then ${baby} else ${child} end`
  const families =
    `case when ${youngest} < 1 then ${baby} * least(${children}, ${SAME_AGE}) + ` +
    `${child} * least(greatest(${children} - ${SAME_AGE}, 0), ${SAME_AGE * (rates.untilAge - 1)}) ` +
    `else ${child} * least(${children}, ${SAME_AGE} * (${rates.untilAge} - ${youngest})) end`
  const ofChildren = (otherwise: string) =>
    `case when ${hasNone} then 0 when children_ages is not null then ${ofAges} else ${otherwise} end`
  const ofPregnancy = pounds(rates.weeksOfPregnancy * rates.otherwiseAWeek)
  const ifEligible = (aYear: string) => `case when healthy_start = 'eligible_not_claiming' then ${aYear} else 0 end`
  return {
    lowest: ifEligible(`case when ${hasNone} then ${ofPregnancy} else ${weeksAYear} * (${ofChildren(ofYoungest)}) end`),
    highest: ifEligible(`${weeksAYear} * (${ofChildren(families)}) + ${ofPregnancy}`),
    weeks: `case when ${hasNone} then ${rates.weeksOfPregnancy} else ${weeksAYear} end`,
  }
}

/** School children who do not eat free already, by nation and age. Uncertain: school years and siblings' ages. */
function freeSchoolMeals({ freeSchoolMeals: meals, mealsAreClaimed, mayLeaveSchoolFromAge }: Rates): AmountRange {
  const aYear = pounds(meals.aMeal * meals.mealsAWeek * meals.schoolWeeksAYear)
  const byNation = (inNation: (nation: NationLetter) => string) => {
    const others = (['W', 'S', 'N'] satisfies NationLetter[])
      .map((nation) => `when '${nation}' then ${inNation(nation)}`)
      .join(' ')
    return `case left(ward_code::varchar, 1) ${others} else ${inNation('E')} end`
  }
  const surely = byNation((nation) => String(mealsAreClaimed[nation].surelyFromAge))
  const open = byNation((nation) => `[${mealsAreClaimed[nation].openAges.join(', ')}]`)
  const mayClaim = (age: string) => `(${age} >= (${surely}) or list_contains(${open}, ${age}))`
  const isSurePupil = `age >= (${surely}) and age < ${mayLeaveSchoolFromAge}`
  const ofAges = (condition: string) => `len(list_filter(${AGES}, lambda age: ${condition}))`
  const ifEligible = (pupils: string) =>
    `case when free_school_meals = 'eligible_not_claiming' then ${aYear} * (case ${pupils} end) else 0 end`
  return {
    // The household is eligible, so one child is still at school.
    lowest: ifEligible(
      `when coalesce(youngest_child_age >= ${mayLeaveSchoolFromAge}, false) then 1 ` +
        `when children_ages is not null then ${ofAges(isSurePupil)} ` +
        `else greatest(${children} - ${SAME_AGE} * greatest((${surely}) - ${youngest}, 0), 0)`,
    ),
    highest: ifEligible(
      `when children_ages is not null then ${ofAges(mayClaim('age'))} ` +
        `else ${children} - case when coalesce(not ${mayClaim('youngest_child_age::integer')}, false) then 1 else 0 end`,
    ),
  }
}
