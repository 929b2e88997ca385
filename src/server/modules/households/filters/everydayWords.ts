import type { SnapshotColumnName } from '../columns/columns'
import type { Choice } from './choice'

interface EverydayWords {
  readonly filter: SnapshotColumnName | 'ward' | 'local_authority' | 'postcodes'
  readonly choice?: Choice
  readonly words: readonly string[]
}

const say = (words: string, filter: EverydayWords['filter'], choice?: Choice): EverydayWords => ({
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
  say('area, neighbourhood, district, town, village, estate, part of town', 'ward'),
  say('council, borough, district council', 'local_authority'),
  say('street, road, address, post code', 'postcodes'),

  say('pensioner living alone, older person alone, widow, widower', 'household_type', ['single_pensioner']),
  say('pensioner household, older couple', 'household_type', ['single_pensioner', 'couple_pensioner']),
  say('lone parent, single parent, single mum, single dad, single mother, single father', 'household_type', [
    'lone_parent',
  ]),
  say('two parents, two parent family, mum and dad', 'household_type', ['couple_with_children']),
  say('family, parents', 'household_type', ['lone_parent', 'couple_with_children', 'other_with_children']),
  say('couple, married, partners, living together', 'household_type', [
    'couple_pensioner',
    'couple_no_children',
    'couple_with_children',
  ]),
  say('childless, no kids', 'household_type', ['single_no_children', 'couple_no_children']),
  say('house share, sharers, flatmates, adult children, grown-up children', 'household_type', ['other_adults']),
  say('lives alone, living alone, on their own, single person, single people, one person', 'household_size', {
    from: 1,
    to: 1,
  }),
  say('big household, large household', 'household_size', { from: 5 }),
  say('overcrowded, overcrowding, cramped, too many people, crowded', 'household_size'),
  ...OLD_AGES.map((age) => say(`over ${age}, ${age} plus, older than ${age}`, 'age_of_head', { from: age })),
  ...YOUNG_AGES.map((age) => say(`under ${age}, younger than ${age}`, 'age_of_head', { to: age - 1 })),
  say('young people, young adults, youth, care leaver', 'age_of_head', { to: 25 }),
  say('working age', 'age_of_head', { from: 18, to: 65 }),
  say('old, how old, age, year of birth, date of birth', 'age_of_head'),
  say(
    'speaks, does not speak english, mother tongue, foreign language, translation, interpreter',
    'preferred_language',
  ),
  say('kids, child, dependants, families with children', 'number_of_children', { from: 1 }),
  say(
    'large family, big family, many children, many kids, three children, 3 children, two child limit',
    'number_of_children',
    {
      from: 3,
    },
  ),
  say('no children, without children', 'number_of_children', { from: 0, to: 0 }),
  ...CHILD_AGES.map((age) =>
    say(`under ${age}, children under ${age}, kids under ${age}`, 'youngest_child_age', {
      to: age - 1,
    }),
  ),
  say('baby, babies, newborn, infant, pregnant, maternity', 'youngest_child_age', { to: 1 }),
  say('toddler, preschool, pre-school, nursery, small children, young children, little ones', 'youngest_child_age', {
    to: 4,
  }),
  say('school age, schoolchildren, primary school', 'youngest_child_age', { from: 5, to: 16 }),
  say('teenager, teen, adolescent, secondary school', 'youngest_child_age', { from: 13 }),

  say('council tenant, council house, council housing, council flat, council home', 'tenure', ['council_rent']),
  say('social housing, social tenant, social rent, registered provider', 'tenure', [
    'council_rent',
    'housing_association',
  ]),
  say('housing association tenant, HA tenant', 'tenure', ['housing_association']),
  say('private tenant, private renter, privately renting, private landlord, rents privately', 'tenure', [
    'private_rent',
  ]),
  say('tenant, renter, renting, rented', 'tenure', ['council_rent', 'housing_association', 'private_rent']),
  say('homeowner, home owner, owner occupier, owns their home, own home', 'tenure', ['owned_outright', 'mortgaged']),
  say('mortgage, buying their home', 'tenure', ['mortgaged']),
  say('homeless, temporary housing, bed and breakfast, B&B, hostel, emergency housing', 'tenure', [
    'temporary_accommodation',
  ]),
  say('house, bungalow', 'accommodation_type', ['detached', 'semi_detached', 'terraced']),
  say('apartment, maisonette, tower block', 'accommodation_type', ['flat']),
  say('semi', 'accommodation_type', ['semi_detached']),
  say('caravan, mobile home, houseboat', 'accommodation_type', ['other']),
  say('rooms, size of home, overcrowded, overcrowding', 'bedrooms'),
  say(
    'bedroom tax, spare room, spare bedroom, empty bedroom, too big, underoccupied, underoccupation, downsizing, room to spare',
    'under_occupying',
    YES,
  ),

  say('rent, housing costs, high rent, expensive rent, local housing allowance, LHA', 'weekly_rent'),
  say('council tax, banding', 'council_tax_band'),
  say('EPC, energy certificate, insulation, energy efficiency', 'epc_band'),
  say('cold home, draughty, badly insulated, poorly insulated, energy inefficient, leaky', 'epc_band', ['E', 'F', 'G']),
  say('boiler, fuel, central heating', 'heating'),
  say('oil tank', 'heating', ['oil']),
  say('storage heaters', 'heating', ['electric']),

  say('pay, wages, salary, take home pay, earners', 'weekly_earnings'),
  say('low paid, low pay, minimum wage, low earners', 'weekly_earnings'),
  say('working household, in work, working poor', 'weekly_earnings', { from: 1 }),
  say('poor, poverty, low income, on a low income, breadline, deprived, hard up', 'weekly_income'),
  say('money, budget, cost of living, affordability', 'monthly_cash_balance'),
  say(
    'skint, broke, short of money, no money, no money left, cannot make ends meet, struggling, in the red, deficit, negative budget, overdrawn, hardship, ' +
      'cannot pay, poor, cannot afford, money worries',
    'monthly_cash_balance',
    { to: -1 },
  ),
  say('capital, nest egg, money in the bank, assets', 'savings'),
  say('no savings, nothing put by', 'savings', { from: 0, to: 0 }),
  say('savings over 16000, too much savings', 'savings', { from: 16_000 }),
  say(
    'rent arrears, owes rent, behind with rent, behind on rent, rent debt, unpaid rent, late rent, eviction, missed rent, arrears',
    'rent_arrears',
    { from: 1 },
  ),
  say(
    'council tax arrears, owes council tax, behind with council tax, council tax debt, unpaid council tax, bailiffs, missed council tax, arrears',
    'council_tax_arrears',
    { from: 1 },
  ),
  say('debt, in debt, owes money, bills unpaid, problem debt', 'rent_arrears', { from: 1 }),
  say('debt, in debt, owes money, bills unpaid, problem debt', 'council_tax_arrears', { from: 1 }),

  say('worker, working, in work, has a job, jobs, employee', 'employment_status', ['employed', 'self_employed']),
  say('own business, freelance, sole trader, business owner', 'employment_status', ['self_employed']),
  say(
    'out of work, jobless, no job, not working, unemployment, looking for work, job seeker, jobseeker, JSA, on the dole',
    'employment_status',
    ['unemployed'],
  ),
  say('stopped work, retirement', 'employment_status', ['retired']),
  say(
    'sick, long-term sick, too ill to work, off sick, cannot work, ESA, incapacity, unfit for work',
    'employment_status',
    ['unable_to_work'],
  ),
  say('UC, universal credit, on benefits, gets universal credit', 'universal_credit', YES),
  say('not on universal credit, no universal credit', 'universal_credit', ['false']),
  say('conditionality, claimant commitment, job centre, jobcentre, sanctions', 'uc_conditionality'),
  say('looking for work, has to look for work, job search, jobseeker, job seeker', 'uc_conditionality', ['searching']),

  say('HB, rent rebate, help with rent, housing benefit', 'housing_benefit', YES),
  say(
    'CTR, CTS, council tax support, council tax reduction, council tax rebate, council tax benefit, council tax discount, help with council tax',
    'council_tax_reduction',
    YES,
  ),
  say(
    'no council tax support, without council tax support, not getting council tax support, missing council tax support',
    'council_tax_reduction',
    ['false'],
  ),
  say('capped, benefit cap, hit by the cap, benefits cut', 'benefit_capped', YES),

  say('gets pension credit, on pension credit, receives pension credit', 'pension_credit', ['claiming']),
  say(
    'unclaimed, unclaimed pension credit, missing out, missing pension credit, not claiming, entitled, underclaiming, take-up, PC',
    'pension_credit',
    COULD_CLAIM,
  ),
  say('pension top-up, guarantee credit', 'pension_credit', COULD_CLAIM),
  say('how much pension credit', 'pension_credit_weekly_award'),
  say('AA, gets attendance allowance, attendance allowance claimant', 'attendance_allowance', ['claiming']),
  say(
    'unclaimed, unclaimed attendance allowance, missing out, missing attendance allowance, not claiming, entitled, underclaiming, take-up, ' +
      'needs care, help at home, frail',
    'attendance_allowance',
    ['likely_eligible'],
  ),
  say('gets healthy start', 'healthy_start', ['claiming']),
  say(
    'unclaimed, unclaimed healthy start, missing out, missing healthy start, not claiming, entitled, underclaiming, take-up',
    'healthy_start',
    COULD_CLAIM,
  ),
  say('milk, vitamins, milk tokens, formula, fruit and vegetables', 'healthy_start'),
  say('gets free school meals', 'free_school_meals', ['claiming']),
  say(
    'unclaimed, unclaimed free school meals, missing out, missing free school meals, not claiming, entitled, underclaiming, take-up',
    'free_school_meals',
    COULD_CLAIM,
  ),
  say('FSM, school dinners, school lunch, pupil premium', 'free_school_meals'),

  say(
    'ill, illness, long-term illness, chronic illness, health problem, poor health, unwell, sick, mental health, disabled, disability, vulnerable',
    'long_term_condition',
    YES,
  ),
  say('PIP, personal independence payment', 'disability_benefit', ['pip']),
  say('DLA, disability living allowance', 'disability_benefit', ['dla']),
  say('AA, attendance allowance', 'disability_benefit', ['attendance_allowance']),
  say(
    'disabled, disability, disabled people, disability benefits, blue badge, wheelchair, mobility, handicapped, special needs',
    'disability_benefit',
    ['pip', 'dla', 'attendance_allowance'],
  ),
  say(
    'pensioner, OAP, old age pensioner, pension age, state pension, elderly, retired, old people, older people, senior, senior citizen',
    'pension_age',
    YES,
  ),
  say('working age, below pension age, under pension age', 'pension_age', ['false']),
  say('carer, unpaid carer, caring, cares for someone, looks after someone, young carer, caregiver', 'carer', YES),
  say('CA, carers benefit, gets carers allowance', 'carers_allowance', YES),
  say('carer without carers allowance, no carers allowance', 'carers_allowance', ['false']),

  say(
    'hungry, hunger, food bank, foodbank, cannot afford food, going without food, food insecurity',
    'food_poverty_risk',
    ['medium', 'high'],
  ),
  say('poverty, poor', 'food_poverty_risk', ['high']),
  say(
    'poverty, energy bills, cannot afford heating, heating bills, gas and electricity, prepayment meter, winter fuel, warm home discount, cold',
    'fuel_poverty',
    YES,
  ),
  say(
    'offline, not online, no internet, no computer, no smartphone, digitally excluded, IT skills, not on the internet, no email',
    'digital_exclusion',
    ['high'],
  ),
]
