import type { Random } from '../random'
import type { Home } from '../place/place'
import { FULL_STATE_PENSION, PENSION_AGE } from './rates'

export type HouseholdType =
  | 'single_pensioner' | 'couple_pensioner' | 'single_no_children' | 'couple_no_children' | 'lone_parent'
  | 'couple_with_children' | 'other_with_children' | 'other_adults'
export type Tenure =
  | 'owned_outright' | 'mortgaged' | 'council_rent' | 'housing_association' | 'private_rent' | 'temporary_accommodation'
export type Employment = 'employed' | 'self_employed' | 'unemployed' | 'retired' | 'unable_to_work' | 'carer'

/** Number of months that the demo has. */
export const MONTHS = 6
/** Benefits whose take-up the demo follows. */
export type Benefit = 'pension_credit' | 'attendance_allowance' | 'healthy_start' | 'free_school_meals'

/** What stays with a household from month to month, and what will happen to it. */
export interface Household {
  readonly reference: string
  readonly home: Home
  readonly type: HouseholdType
  readonly adults: number
  /** Ages in months, in the demo's first month. */
  readonly children: readonly number[]
  readonly headAge: number
  readonly language: string
  readonly tenure: Tenure
  readonly bedrooms: number
  readonly rent: number
  readonly band: string
  readonly epc: string
  readonly heating: 'gas' | 'electric' | 'oil' | 'other' | 'none'
  readonly employment: Employment
  /** Earnings before tax of all its adults, £ a week, month by month. */
  readonly earnings: readonly number[]
  /** State and other pensions, £ a week. */
  readonly pensions: number
  readonly savings: number
  readonly disability: 'none' | 'pip' | 'dla'
  readonly longTermCondition: boolean
  /** Of pension age and in need of care: Attendance Allowance is likely due. */
  readonly needsCare: boolean
  readonly higherNeeds: boolean
  readonly carer: boolean
  /** Claims the means-tested benefits of working age that are due. */
  readonly claims: boolean
  /** From which month on each benefit is claimed when it is due: 0 is the first; Infinity, never. */
  readonly claimsFrom: Readonly<Record<Benefit, number>>
  /** From 0 to 1: what one household has worse luck with than its neighbour. */
  readonly hardship: number
}

export interface Languages {
  readonly [code: string]: number
}

/** How many households already claim what is due to them in the first month. */
const CLAIM_ALREADY: Record<Benefit, number> = {
  pension_credit: 0.63,
  attendance_allowance: 0.6,
  healthy_start: 0.6,
  free_school_meals: 0.74,
}
/** And how many of the others begin to in each month after. */
const CLAIM_A_MONTH = 0.035

/** Makes up the household of a home. */
export function makeHousehold(reference: string, home: Home, languages: Languages, wales: boolean, random: Random): Household {
  const poor = home.deprivation
  const type = chooseType(home, random)
  const pensioner = type === 'single_pensioner' || type === 'couple_pensioner'
  const adults = type.startsWith('couple') ? 2 : type.startsWith('other') ? random.whole(2, 4) : 1
  const headAge = chooseAge(type, random)
  const children = chooseChildren(type, headAge, random)
  const isOld = headAge >= PENSION_AGE * 12
  const tenure = chooseTenure(home, pensioner, random)
  const bedrooms = chooseBedrooms(home, adults, children.length, random)
  const employment = chooseEmployment(type, isOld, poor, random)
  const disability = chooseDisability(isOld, employment, children.length, poor, random)
  const years = headAge / 12
  const needsCare = isOld && disability === 'none' && random.chance(years < 75 ? 0.11 : years < 85 ? 0.3 : 0.6)
  const longTermCondition =
    disability !== 'none' || needsCare || employment === 'unable_to_work' || random.chance(0.05 + years * 0.004)
  return {
    reference,
    home,
    type,
    adults,
    children,
    headAge,
    language: random.weighted(languages),
    tenure,
    bedrooms,
    rent: chooseRent(tenure, bedrooms, random),
    band: chooseBand(home, wales, random),
    epc: random.weighted({ A: 1, B: 9, C: 36, D: 34, E: 13, F: 5, G: 2 }),
    heating:
      home.neighbourhood.kind === 'village'
        ? random.weighted({ gas: 42, electric: 14, oil: 36, other: 7, none: 1 })
        : random.weighted({ gas: 84, electric: home.accommodation === 'flat' ? 30 : 8, oil: 0, other: 4, none: 1.5 }),
    employment,
    earnings: earningsByMonth(employment, adults, pensioner, poor, random),
    pensions: isOld ? choosePensions(type, poor, random) : 0,
    savings: chooseSavings(isOld, poor, random),
    disability,
    longTermCondition,
    needsCare,
    higherNeeds: random.chance(0.45),
    carer: employment === 'carer' || random.chance(adults > 1 && longTermCondition ? 0.16 : 0.03),
    claims: random.chance(0.88),
    claimsFrom: {
      pension_credit: claimsFrom('pension_credit', random),
      attendance_allowance: claimsFrom('attendance_allowance', random),
      healthy_start: claimsFrom('healthy_start', random),
      free_school_meals: claimsFrom('free_school_meals', random),
    },
    hardship: random.next(),
  }
}

function claimsFrom(benefit: Benefit, random: Random): number {
  if (random.chance(CLAIM_ALREADY[benefit])) return 0
  for (let month = 1; month < MONTHS; month++) if (random.chance(CLAIM_A_MONTH)) return month
  return Infinity
}

function chooseType({ accommodation, deprivation, neighbourhood }: Home, random: Random): HouseholdType {
  const flat = accommodation === 'flat'
  const quiet = neighbourhood.kind === 'village' || neighbourhood.kind === 'suburb'
  return random.weighted({
    single_pensioner: quiet ? 24 : flat ? 17 : 14,
    couple_pensioner: quiet ? 15 : flat ? 5 : 7,
    single_no_children: flat ? 36 : 14 + 8 * deprivation,
    couple_no_children: flat ? 10 : 9,
    lone_parent: (flat ? 10 : 12) + 9 * deprivation,
    couple_with_children: flat ? 6 : 20,
    other_with_children: flat ? 1 : 4,
    other_adults: flat ? 4 : 8,
  })
}

/** Age of the head in months. Working-age households stay below pension age through all months. */
function chooseAge(type: HouseholdType, random: Random): number {
  const spread = (low: number, high: number): number => Math.floor(12 * (low + (high - low) * (0.75 * random.next() + 0.25 * random.next())))
  if (type === 'single_pensioner') return spread(PENSION_AGE, 96)
  if (type === 'couple_pensioner') return spread(PENSION_AGE, 90)
  if (type === 'other_adults') {
    const age = spread(24, 84)
    // Nobody comes of pension age within the months, with a new income to be made up on the day.
    return age < PENSION_AGE * 12 && age >= PENSION_AGE * 12 - MONTHS ? PENSION_AGE * 12 : age
  }
  if (type.endsWith('no_children')) return spread(19, 64)
  return spread(20, 54)
}

function chooseChildren(type: HouseholdType, headAge: number, random: Random): number[] {
  if (type !== 'lone_parent' && !type.endsWith('with_children')) return []
  const count = Number(random.weighted({ 1: 42, 2: 36, 3: 15, 4: 5, 5: 2 }))
  // Parents were at least 18 when a child was born; children are under 18 through all months.
  const oldest = Math.min(17 * 12, headAge - 18 * 12)
  return Array.from({ length: count }, () => random.whole(1, Math.max(1, oldest))).sort((a, b) => a - b)
}

function chooseTenure({ accommodation, deprivation, neighbourhood }: Home, pensioner: boolean, random: Random): Tenure {
  const flat = accommodation === 'flat'
  const council = neighbourhood.kind === 'estate' ? 2.2 : 1
  return random.weighted({
    owned_outright: (pensioner ? 55 : 12) * (1.25 - deprivation) * (flat ? 0.4 : 1),
    mortgaged: (pensioner ? 4 : 30) * (1.2 - deprivation) * (flat ? 0.5 : 1),
    council_rent: (5 + 18 * deprivation) * council,
    housing_association: 8 + 16 * deprivation,
    private_rent: (pensioner ? 7 : 24) * (neighbourhood.kind === 'centre' ? 1.5 : 1),
    temporary_accommodation: pensioner ? 0.1 : flat ? 2.5 : 0.4,
  })
}

function chooseBedrooms({ accommodation }: Home, adults: number, children: number, random: Random): number {
  const rooms =
    accommodation === 'flat' ? random.whole(1, 2)
    : accommodation === 'terraced' ? random.whole(2, 3)
    : accommodation === 'detached' ? random.whole(3, 5)
    : accommodation === 'other' ? random.whole(1, 2)
    : random.whole(2, 4)
  // Nobody has two rooms too few: a family of six does not stay in one bedroom.
  return Math.max(rooms, Math.ceil((adults + children) / 2) - 1, 1)
}

function chooseRent(tenure: Tenure, bedrooms: number, random: Random): number {
  const pence = (pounds: number): number => Math.round(pounds * 100) / 100
  if (tenure === 'council_rent') return pence(78 + 10 * bedrooms + random.between(-6, 8))
  if (tenure === 'housing_association') return pence(88 + 12 * bedrooms + random.between(-8, 14))
  if (tenure === 'private_rent') return pence(112 + 30 * bedrooms + random.between(-18, 40))
  if (tenure === 'temporary_accommodation') return pence(205 + 28 * bedrooms + random.between(-20, 60))
  return 0
}

/** Wales has a band I; poorer streets lie in the lower bands. */
function chooseBand({ deprivation, accommodation }: Home, wales: boolean, random: Random): string {
  const bands = wales ? 'ABCDEFGHI' : 'ABCDEFGH'
  const size = { flat: -0.7, other: -0.9, terraced: -0.2, semi_detached: 0.7, detached: 2.1 }[accommodation]
  const height = (1 - deprivation) * (wales ? 4 : 3) + size + random.between(-0.6, 1.2) + (random.chance(0.06) ? 2.5 : 0)
  return bands.charAt(Math.min(bands.length - 1, Math.max(0, Math.floor(height))))
}

function chooseEmployment(type: HouseholdType, isOld: boolean, poor: number, random: Random): Employment {
  if (isOld) return 'retired'
  const couple = type.startsWith('couple') || type.startsWith('other')
  return random.weighted({
    employed: (couple ? 66 : 50) - 22 * poor,
    self_employed: 8,
    unemployed: 5 + 12 * poor,
    unable_to_work: 8 + 12 * poor,
    carer: type === 'lone_parent' ? 7 : 3.5,
    retired: 0,
  })
}

function chooseDisability(isOld: boolean, employment: Employment, children: number, poor: number, random: Random): Household['disability'] {
  if (isOld) return random.weighted({ none: 88, pip: 8, dla: 4 })
  if (employment === 'unable_to_work') return random.weighted({ none: 30, pip: 70, dla: 0 })
  return random.weighted({ none: 100, pip: 7 + 6 * poor, dla: children > 0 ? 4 : 0 })
}

function earningsByMonth(employment: Employment, adults: number, pensioner: boolean, poor: number, random: Random): number[] {
  const works = employment === 'employed' || employment === 'self_employed'
  const wage = (): number => (random.chance(0.38) ? random.between(85, 260) : random.between(330, 560) + 280 * (1 - poor) * random.next())
  let earnings = works ? wage() * (employment === 'self_employed' ? 0.75 : 1) : 0
  if (!pensioner && employment !== 'retired') for (let adult = 1; adult < adults; adult++) if (random.chance(0.42)) earnings += wage() * 0.8
  return Array.from({ length: MONTHS }, (_, month) => {
    if (month > 0 && random.chance(0.12)) earnings *= random.between(0.9, 1.12)
    return Math.round(earnings * 100) / 100
  })
}

function choosePensions(type: HouseholdType, poor: number, random: Random): number {
  const one = (): number =>
    random.between(128, FULL_STATE_PENSION) + (random.chance(0.62 - 0.35 * poor) ? random.between(18, 60 + 220 * (1 - poor)) : 0)
  return Math.round((type === 'couple_pensioner' ? one() + one() * 0.85 : one()) * 100) / 100
}

function chooseSavings(isOld: boolean, poor: number, random: Random): number {
  const luck = random.next()
  const scale = (isOld ? 9_000 : 3_200) * (1.25 - poor)
  return Math.round(Math.min(120_000, -Math.log(1 - luck * 0.9999) * scale * (luck > 0.9 ? 1.8 : 0.8)))
}
