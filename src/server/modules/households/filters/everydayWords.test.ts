import { beforeAll, expect, test } from 'vitest'
import { CONTACT_CATEGORY } from '#contract/households/contactPressure'
import { createFilterSearch } from '#contract/households/findFilters'
import { makeSnapshot, makeWard } from '../snapshots/testing/households'
import { bindCatalogue } from './boundCatalogue'
import { isList } from './choice'
import { EVERYDAY_WORDS } from './everydayWords'
import { readFacts } from './facts'

/** Sixty words as council staff say them, each with the filters that would be right. */
const WORDS: Record<string, string[]> = {
  postcode: ['postcodes'],
  street: ['postcodes'],
  Partington: ['ward'],
  Altrincham: ['ward'],
  pensioner: ['pension_age'],
  elderly: ['pension_age', 'age_of_head'],
  retired: ['pension_age', 'employment_status'],
  'over 65': ['age_of_head', 'pension_age'],
  'young people': ['age_of_head'],
  'lone parent': ['household_type'],
  'single mum': ['household_type'],
  couples: ['household_type'],
  kids: ['number_of_children'],
  'big families': ['number_of_children'],
  'under 5s': ['youngest_child_age'],
  babies: ['youngest_child_age'],
  teenagers: ['youngest_child_age'],
  'lives alone': ['household_size', 'household_type'],
  'single person discount': ['household_size', 'household_type'],
  overcrowded: ['household_size', 'bedrooms'],
  'council tenant': ['tenure'],
  'social housing': ['tenure'],
  'housing association': ['tenure'],
  'private renters': ['tenure'],
  homeowners: ['tenure'],
  mortgage: ['tenure'],
  'spare room': ['under_occupying'],
  'bedroom tax': ['under_occupying'],
  'LHA shortfall': ['weekly_rent'],
  'low income': ['weekly_income'],
  poverty: ['weekly_income', 'fuel_poverty', 'food_poverty_risk'],
  skint: ['monthly_cash_balance'],
  'no money left at the end of the month': ['monthly_cash_balance'],
  savings: ['savings'],
  'rent arrears': ['rent_arrears'],
  'behind with council tax': ['council_tax_arrears'],
  working: ['employment_status', 'weekly_earnings'],
  wages: ['weekly_earnings'],
  'self-employed': ['employment_status'],
  unemployed: ['employment_status'],
  jobseekers: ['employment_status', 'uc_conditionality'],
  sick: ['employment_status', 'long_term_condition'],
  ESA: ['employment_status'],
  UC: ['universal_credit'],
  'universal credit': ['universal_credit'],
  'housing benefit': ['housing_benefit'],
  'council tax support': ['council_tax_reduction'],
  'benefit cap': ['benefit_capped'],
  'pension credit': ['pension_credit'],
  'attendance allowance': ['attendance_allowance', 'disability_benefit'],
  'healthy start': ['healthy_start'],
  'free school meals': ['free_school_meals'],
  unclaimed: ['pension_credit', 'attendance_allowance', 'healthy_start', 'free_school_meals'],
  'missing out': ['pension_credit', 'attendance_allowance', 'healthy_start', 'free_school_meals'],
  PIP: ['disability_benefit'],
  DLA: ['disability_benefit'],
  disabled: ['disability_benefit', 'long_term_condition'],
  'blue badge': ['disability_benefit'],
  carers: ['carer', 'carers_allowance'],
  'already written to': ['recent_messages', 'last_contacted'],
}

let search: ReturnType<typeof createFilterSearch>
let bound: ReturnType<typeof bindCatalogue>['categories']
beforeAll(async () => {
  const snapshot = await makeSnapshot(
    [
      { weekly_earnings: 0, monthly_cash_balance: -900, age_of_head: 17 },
      {
        household_size: 9,
        number_of_children: 7,
        youngest_child_age: 18,
        age_of_head: 99,
        rent_arrears: 400,
        council_tax_arrears: 300,
        savings: 60_000,
      },
      { youngest_child_age: 0 },
    ],
    [makeWard({ name: 'Partington' }), makeWard({ code: 'E05000002', name: 'Altrincham' })],
  )
  bound = bindCatalogue(await readFacts(snapshot)).categories
  const filters = [...bound, CONTACT_CATEGORY].flatMap((category) =>
    category.subcategories.flatMap((subcategory) =>
      subcategory.filters.map((filter) => ({ filter, category, subcategory })),
    ),
  )
  search = createFilterSearch(filters)
})

const firstThree = (words: string) =>
  search(words)
    .slice(0, 3)
    .map(({ found }) => found.filter.filter_name)

test('everyday words find a right filter among the first three', () => {
  const missed = Object.entries(WORDS).filter(
    ([words, right]) => !firstThree(words).some((name) => right.includes(name)),
  )
  expect(Object.keys(WORDS)).toHaveLength(60)
  expect(missed).toEqual([])
})

test.each([
  ['part time', 'employment_status'],
  ['not contacted', 'last_contacted'],
])('%s finds its own filter first, not one that sounds alike', (words, name) => {
  expect(firstThree(words)[0]).toBe(name)
})

test('all of them stand for filters and values of the catalogue', () => {
  const filters = bound.flatMap(({ subcategories }) => subcategories.flatMap((one) => one.filters))
  for (const { filter: name, choice } of EVERYDAY_WORDS) {
    const filter = filters.find((one) => one.filter_name === name)
    expect(filter, name).toBeDefined()
    const values = filter?.filter_values.map((value) => value.name)
    if (choice && isList(choice)) expect(values).toEqual(expect.arrayContaining([...choice]))
  }
})

test('a part of a range ends where the data do, and is the filter itself where they have none of it', async () => {
  const { categories } = bindCatalogue(await readFacts(await makeSnapshot([{ age_of_head: 40 }, { age_of_head: 71 }])))
  const age = categories.flatMap(({ subcategories }) => subcategories[0]?.filters ?? []).find(isAge)
  const over = (years: number) =>
    age?.everyday_words?.find(({ words }) => words.includes(`over ${years}`))?.filter_values.map(({ name }) => name)
  expect([over(65), over(80)]).toEqual([['65', '71'], []])
})

const isAge = ({ filter_name }: { filter_name: string }) => filter_name === 'age_of_head'
