import type { SnapshotColumnName } from '../columns/columns'
import type { Choice } from './choice'

interface EverydayWords {
  readonly filter: SnapshotColumnName | 'ward' | 'local_authority' | 'postcodes'
  readonly choice?: Choice
  readonly words: readonly string[]
}

const mapWords = (words: string, filter: EverydayWords['filter'], choice?: Choice): EverydayWords => ({
  filter,
  words: words.split(', '),
  ...(choice === undefined ? {} : { choice }),
})

const YES = ['true']
const COULD_CLAIM = ['eligible_not_claiming']
const OLD_AGES = [50, 55, 60, 65, 66, 67, 70, 75, 80, 85, 90]
const YOUNG_AGES = [18, 21, 25, 30, 35]
const CHILD_AGES = [1, 2, 3, 4, 5, 11, 16, 18]

/** Everyday words beyond a filter's own names. Case, accents, plurals and little words such as "with" do not matter. */
export const EVERYDAY_WORDS: readonly EverydayWords[] = [
  mapWords('area, neighbourhood, district, town, village, estate, part of town', 'ward'),
  mapWords('council, borough, district council', 'local_authority'),
  mapWords('street, road, address, post code', 'postcodes'),

  mapWords('pensioner living alone, older person alone, widow, widower', 'household_type', ['single_pensioner']),
  mapWords('pensioner household, older couple', 'household_type', ['single_pensioner', 'couple_pensioner']),
  mapWords('lone parent, single parent, single mum, single dad, single mother, single father', 'household_type', [
    'lone_parent',
  ]),
  mapWords('two parents, two parent family, mum and dad', 'household_type', ['couple_with_children']),
  mapWords('family, parents', 'household_type', ['lone_parent', 'couple_with_children', 'other_with_children']),
  mapWords('couple, married, partners, living together', 'household_type', [
    'couple_pensioner',
    'couple_no_children',
    'couple_with_children',
  ]),
  mapWords('childless, no kids', 'household_type', ['single_no_children', 'couple_no_children']),
  mapWords('house share, sharers, flatmates, adult children, grown-up children', 'household_type', ['other_adults']),
  mapWords('lives alone, living alone, on their own, single person, single people, one person', 'household_size', {
    from: 1,
    to: 1,
  }),
  mapWords('big household, large household', 'household_size', { from: 5 }),
  mapWords('overcrowded, overcrowding, cramped, too many people, crowded', 'household_size'),
  ...OLD_AGES.map((age) => mapWords(`over ${age}, ${age} plus, older than ${age}`, 'age_of_head', { from: age })),
  ...YOUNG_AGES.map((age) => mapWords(`under ${age}, younger than ${age}`, 'age_of_head', { to: age - 1 })),
  mapWords('young people, young adults, youth, care leaver', 'age_of_head', { to: 25 }),
  mapWords('working age', 'age_of_head', { from: 18, to: 65 }),
  mapWords('old, how old, age, year of birth, date of birth', 'age_of_head'),
  mapWords(
    'speaks, does not speak english, mother tongue, foreign language, translation, interpreter',
    'preferred_language',
  ),
  mapWords('kids, child, dependants, families with children', 'number_of_children', { from: 1 }),
  mapWords(
    'large family, big family, many children, many kids, three children, 3 children, two child limit',
    'number_of_children',
    {
      from: 3,
    },
  ),
  mapWords('no children, without children', 'number_of_children', { from: 0, to: 0 }),
  ...CHILD_AGES.map((age) =>
    mapWords(`under ${age}, children under ${age}, kids under ${age}`, 'youngest_child_age', {
      to: age - 1,
    }),
  ),
  mapWords('baby, babies, newborn, infant, pregnant, maternity', 'youngest_child_age', { to: 1 }),
  mapWords(
    'toddler, preschool, pre-school, nursery, small children, young children, little ones',
    'youngest_child_age',
    {
      to: 4,
    },
  ),
  mapWords('school age, schoolchildren, primary school', 'youngest_child_age', { from: 5, to: 16 }),
  mapWords('teenager, teen, adolescent, secondary school', 'youngest_child_age', { from: 13 }),

  mapWords('council tenant, council house, council housing, council flat, council home', 'tenure', ['council_rent']),
  mapWords('social housing, social tenant, social rent, registered provider', 'tenure', [
    'council_rent',
    'housing_association',
  ]),
  mapWords('housing association tenant, HA tenant', 'tenure', ['housing_association']),
  mapWords('private tenant, private renter, privately renting, private landlord, rents privately', 'tenure', [
    'private_rent',
  ]),
  mapWords('tenant, renter, renting, rented', 'tenure', ['council_rent', 'housing_association', 'private_rent']),
  mapWords('homeowner, home owner, owner occupier, owns their home, own home', 'tenure', [
    'owned_outright',
    'mortgaged',
  ]),
  mapWords('mortgage, buying their home', 'tenure', ['mortgaged']),
  mapWords('homeless, temporary housing, bed and breakfast, B&B, hostel, emergency housing', 'tenure', [
    'temporary_accommodation',
  ]),
  mapWords('house, bungalow', 'accommodation_type', ['detached', 'semi_detached', 'terraced']),
  mapWords('apartment, maisonette, tower block', 'accommodation_type', ['flat']),
  mapWords('semi', 'accommodation_type', ['semi_detached']),
  mapWords('caravan, mobile home, houseboat', 'accommodation_type', ['other']),
  mapWords('rooms, size of home, overcrowded, overcrowding', 'bedrooms'),
  mapWords(
    'bedroom tax, spare room, spare bedroom, empty bedroom, too big, underoccupied, underoccupation, downsizing, room to spare',
    'under_occupying',
    YES,
  ),

  mapWords('rent, housing costs, high rent, expensive rent, local housing allowance, LHA', 'weekly_rent'),
  mapWords('council tax, banding', 'council_tax_band'),
  mapWords('EPC, energy certificate, insulation, energy efficiency', 'epc_band'),
  mapWords('cold home, draughty, badly insulated, poorly insulated, energy inefficient, leaky', 'epc_band', [
    'E',
    'F',
    'G',
  ]),
  mapWords('boiler, fuel, central heating', 'heating'),
  mapWords('oil tank', 'heating', ['oil']),
  mapWords('storage heaters', 'heating', ['electric']),

  mapWords('pay, wages, salary, take home pay, earners', 'weekly_earnings'),
  mapWords('low paid, low pay, minimum wage, low earners', 'weekly_earnings'),
  mapWords('working household, in work, working poor', 'weekly_earnings', { from: 1 }),
  mapWords('poor, poverty, low income, on a low income, breadline, deprived, hard up', 'weekly_income'),
  mapWords('money, budget, cost of living, affordability', 'monthly_cash_balance'),
  mapWords(
    'skint, broke, short of money, no money, no money left, cannot make ends meet, struggling, in the red, deficit, negative budget, overdrawn, hardship, ' +
      'cannot pay, poor, cannot afford, money worries',
    'monthly_cash_balance',
    { to: -1 },
  ),
  mapWords('capital, nest egg, money in the bank, assets', 'savings'),
  mapWords('no savings, nothing put by', 'savings', { from: 0, to: 0 }),
  mapWords('savings over 16000, too much savings', 'savings', { from: 16_000 }),
  mapWords(
    'rent arrears, owes rent, behind with rent, behind on rent, rent debt, unpaid rent, late rent, eviction, missed rent, arrears',
    'rent_arrears',
    { from: 1 },
  ),
  mapWords(
    'council tax arrears, owes council tax, behind with council tax, council tax debt, unpaid council tax, bailiffs, missed council tax, arrears',
    'council_tax_arrears',
    { from: 1 },
  ),
  mapWords('debt, in debt, owes money, bills unpaid, problem debt', 'rent_arrears', { from: 1 }),
  mapWords('debt, in debt, owes money, bills unpaid, problem debt', 'council_tax_arrears', { from: 1 }),

  mapWords('worker, working, in work, has a job, jobs, employee', 'employment_status', ['employed', 'self_employed']),
  mapWords('part time, part timer, zero hours', 'employment_status', ['employed']),
  mapWords('own business, freelance, sole trader, business owner', 'employment_status', ['self_employed']),
  mapWords(
    'out of work, jobless, no job, not working, unemployment, looking for work, job seeker, jobseeker, JSA, on the dole',
    'employment_status',
    ['unemployed'],
  ),
  mapWords('stopped work, retirement', 'employment_status', ['retired']),
  mapWords(
    'sick, long-term sick, too ill to work, off sick, cannot work, ESA, incapacity, unfit for work',
    'employment_status',
    ['unable_to_work'],
  ),
  mapWords('UC, universal credit, on benefits, gets universal credit', 'universal_credit', YES),
  mapWords('not on universal credit, no universal credit', 'universal_credit', ['false']),
  mapWords('conditionality, claimant commitment, job centre, jobcentre, sanctions', 'uc_conditionality'),
  mapWords('looking for work, has to look for work, job search, jobseeker, job seeker', 'uc_conditionality', [
    'searching',
  ]),

  mapWords('HB, rent rebate, help with rent, housing benefit', 'housing_benefit', YES),
  mapWords(
    'CTR, CTS, council tax support, council tax reduction, council tax rebate, council tax benefit, council tax discount, help with council tax',
    'council_tax_reduction',
    YES,
  ),
  mapWords(
    'no council tax support, without council tax support, not getting council tax support, missing council tax support',
    'council_tax_reduction',
    ['false'],
  ),
  mapWords('capped, benefit cap, hit by the cap, benefits cut', 'benefit_capped', YES),

  mapWords('gets pension credit, on pension credit, receives pension credit', 'pension_credit', ['claiming']),
  mapWords(
    'unclaimed, unclaimed pension credit, missing out, missing pension credit, not claiming, entitled, underclaiming, take-up, PC',
    'pension_credit',
    COULD_CLAIM,
  ),
  mapWords('pension top-up, guarantee credit', 'pension_credit', COULD_CLAIM),
  mapWords('how much pension credit', 'pension_credit_weekly_award'),
  mapWords('AA, gets attendance allowance, attendance allowance claimant', 'attendance_allowance', ['claiming']),
  mapWords(
    'unclaimed, unclaimed attendance allowance, missing out, missing attendance allowance, not claiming, entitled, underclaiming, take-up, ' +
      'needs care, help at home, frail',
    'attendance_allowance',
    ['likely_eligible'],
  ),
  mapWords('gets healthy start', 'healthy_start', ['claiming']),
  mapWords(
    'unclaimed, unclaimed healthy start, missing out, missing healthy start, not claiming, entitled, underclaiming, take-up',
    'healthy_start',
    COULD_CLAIM,
  ),
  mapWords('milk, vitamins, milk tokens, formula, fruit and vegetables', 'healthy_start'),
  mapWords('gets free school meals', 'free_school_meals', ['claiming']),
  mapWords(
    'unclaimed, unclaimed free school meals, missing out, missing free school meals, not claiming, entitled, underclaiming, take-up',
    'free_school_meals',
    COULD_CLAIM,
  ),
  mapWords('FSM, school dinners, school lunch, pupil premium', 'free_school_meals'),

  mapWords(
    'ill, illness, long-term illness, chronic illness, health problem, poor health, unwell, sick, mental health, disabled, disability, vulnerable',
    'long_term_condition',
    YES,
  ),
  mapWords('PIP, personal independence payment', 'disability_benefit', ['pip']),
  mapWords('DLA, disability living allowance', 'disability_benefit', ['dla']),
  mapWords('AA, attendance allowance', 'disability_benefit', ['attendance_allowance']),
  mapWords(
    'disabled, disability, disabled people, disability benefits, blue badge, wheelchair, mobility, handicapped, special needs',
    'disability_benefit',
    ['pip', 'dla', 'attendance_allowance'],
  ),
  mapWords(
    'pensioner, OAP, old age pensioner, pension age, state pension, elderly, retired, old people, older people, senior, senior citizen',
    'pension_age',
    YES,
  ),
  mapWords('working age, below pension age, under pension age', 'pension_age', ['false']),
  mapWords('carer, unpaid carer, caring, cares for someone, looks after someone, young carer, caregiver', 'carer', YES),
  mapWords('CA, carers benefit, gets carers allowance', 'carers_allowance', YES),
  mapWords('carer without carers allowance, no carers allowance', 'carers_allowance', ['false']),

  mapWords(
    'hungry, hunger, food bank, foodbank, cannot afford food, going without food, food insecurity',
    'food_poverty_risk',
    ['medium', 'high'],
  ),
  mapWords('poverty, poor', 'food_poverty_risk', ['high']),
  mapWords(
    'poverty, energy bills, cannot afford heating, heating bills, gas and electricity, prepayment meter, winter fuel, warm home discount, cold',
    'fuel_poverty',
    YES,
  ),
  mapWords(
    'offline, not online, no internet, no computer, no smartphone, digitally excluded, IT skills, not on the internet, no email',
    'digital_exclusion',
    ['high'],
  ),
]
