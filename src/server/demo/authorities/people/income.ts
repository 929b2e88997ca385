import type { Household } from './household'
import * as rates from './rates'

/** What a household lives on in a month, in £ a week, and the benefits that make it up. */
export interface Income {
  readonly earnings: number
  readonly total: number
  readonly universalCredit: boolean
  readonly housingBenefit: boolean
  readonly councilTaxReduction: boolean
  readonly benefitCapped: boolean
  readonly carersAllowance: boolean
  readonly claimsAttendanceAllowance: boolean
  readonly pensionCredit: 'claiming' | 'eligible_not_claiming' | 'not_eligible'
  /** What Pension Credit pays, or would pay. */
  readonly pensionCreditAward: number
  /** Rent that the household pays out of this income. */
  readonly rentToPay: number
}

const SOCIAL: readonly string[] = ['council_rent', 'housing_association']

/** Bedrooms that a household needs: one for a couple or another adult, one for two children. */
function bedroomsNeeded({ type, adults, children }: Household): number {
  const forAdults = type.startsWith('couple') ? 1 : type.startsWith('other') ? Math.max(1, adults - 1) : 1
  return forAdults + Math.ceil(children.length / 2)
}

/** The spare room reduction's test: social tenants of working age with a room too many. */
export function isUnderOccupying(household: Household, pensionAge: boolean): boolean {
  return !pensionAge && SOCIAL.includes(household.tenure) && household.bedrooms > bedroomsNeeded(household)
}

/** Works out a household's income in a month (0 is the first). */
export function incomeOf(household: Household, month: number, pensionAge: boolean): Income {
  const carersAllowance =
    household.carer && !pensionAge && household.claims && (household.earnings[month] ?? 0) <= rates.CARER_EARNINGS_LIMIT
  return pensionAge ? pensionerIncome(household, month) : workingAgeIncome(household, month, carersAllowance)
}

function pensionerIncome(household: Household, month: number): Income {
  const earnings = household.earnings[month] ?? 0
  const assessed = household.pensions + rates.takeHome(earnings)
  const guarantee = household.type === 'couple_pensioner' ? rates.PENSION_GUARANTEE.couple : rates.PENSION_GUARANTEE.single
  // Grown-up children in the house have money of their own: only pensioners by themselves are assessed here.
  const assessable = household.type === 'couple_pensioner' || household.type === 'single_pensioner'
  const award = assessable ? pence(guarantee - assessed - rates.tariffIncome(household.savings)) : 0
  const due = award > 0
  const claims = due && household.claimsFrom.pension_credit <= month
  const claimsAttendanceAllowance = household.needsCare && household.claimsFrom.attendance_allowance <= month
  const rents = household.rent > 0
  const poor = due || (assessed < guarantee + 45 && household.savings < 16_000)
  const housingBenefit = rents && poor && (claims || household.claims)
  const care = claimsAttendanceAllowance ? rates.ATTENDANCE_ALLOWANCE[household.higherNeeds ? 'higher' : 'lower'] : 0
  return {
    earnings,
    total: pence(assessed + (claims ? award : 0) + care + disabilityPay(household)),
    universalCredit: false,
    housingBenefit,
    councilTaxReduction: poor && (claims || household.claims),
    benefitCapped: false,
    carersAllowance: false,
    claimsAttendanceAllowance,
    pensionCredit: !due ? 'not_eligible' : claims ? 'claiming' : 'eligible_not_claiming',
    pensionCreditAward: due ? award : 0,
    rentToPay: housingBenefit ? pence(household.rent * 0.06) : household.rent,
  }
}

function workingAgeIncome(household: Household, month: number, carersAllowance: boolean): Income {
  const { children, tenure, rent, savings } = household
  const earnings = household.earnings[month] ?? 0
  const net = rates.takeHome(earnings)
  // Temporary accommodation is paid by Housing Benefit, everything else that is rented by Universal Credit.
  const temporary = tenure === 'temporary_accommodation'
  const spareRooms = SOCIAL.includes(tenure) ? household.bedrooms - bedroomsNeeded(household) : 0
  const housing = temporary ? 0 : tenure === 'private_rent' ? rent * 0.88 : rent * (spareRooms > 1 ? 0.75 : spareRooms > 0 ? 0.86 : 1)
  const award = universalCredit(household, net, housing, carersAllowance)
  const claims = household.claims && savings <= rates.UNIVERSAL_CREDIT.savingsLimit && award > 4
  const childBenefit = children.length === 0 ? 0 : rates.CHILD_BENEFIT.first + rates.CHILD_BENEFIT.further * (children.length - 1)
  const disability = disabilityPay(household)

  const capFree = disability > 0 || carersAllowance || household.employment === 'unable_to_work' || net > 195
  const cap = children.length === 0 && household.adults === 1 ? rates.BENEFIT_CAP.single : rates.BENEFIT_CAP.others
  const over = claims && !capFree ? Math.max(0, award + childBenefit - cap) : 0
  const paid = claims ? Math.max(0, award - over) : 0
  const other = disability + (carersAllowance ? rates.CARERS_ALLOWANCE : 0) + savingsIncome(savings)
  const housingBenefit = temporary && (claims || net < 160)
  return {
    earnings,
    total: pence(net + paid + childBenefit + other),
    universalCredit: paid > 0,
    housingBenefit,
    councilTaxReduction: paid > 0 && net < 230,
    benefitCapped: over > 0 && paid > 0,
    carersAllowance,
    claimsAttendanceAllowance: false,
    pensionCredit: 'not_eligible',
    pensionCreditAward: 0,
    rentToPay: housingBenefit ? pence(rent * 0.1) : rent,
  }
}

/** Universal Credit before the benefit cap. */
function universalCredit(household: Household, net: number, housing: number, carersAllowance: boolean): number {
  const rate = rates.UNIVERSAL_CREDIT
  const couple = household.type.startsWith('couple')
  const limited = household.employment === 'unable_to_work'
  const standard = couple ? rate.couple : household.headAge < 25 * 12 ? rate.singleUnder25 : rate.single
  const elements = standard + rate.child * household.children.length + (limited ? rate.limitedCapability : 0) + housing
  const keeps = household.children.length > 0 || limited
  const allowance = keeps ? (housing > 0 ? rate.workAllowance.withHousing : rate.workAllowance.without) : 0
  return pence(
    elements - rate.taper * Math.max(0, net - allowance) - (carersAllowance ? rates.CARERS_ALLOWANCE : 0) - capitalTariff(household.savings),
  )
}

/** £4.35 a month for every £250 above £6,000. */
const capitalTariff = (savings: number): number => Math.max(0, Math.ceil((savings - 6_000) / 250)) * 1
const savingsIncome = (savings: number): number => (savings > 20_000 ? (savings * 0.03) / 52 : 0)

function disabilityPay({ disability, higherNeeds }: Household): number {
  if (disability === 'pip') return rates.PIP[higherNeeds ? 'enhanced' : 'standard']
  return disability === 'dla' ? rates.CHILD_DLA : 0
}

/** Rounded to the penny. */
export const pence = (pounds: number): number => Math.round(pounds * 100) / 100
