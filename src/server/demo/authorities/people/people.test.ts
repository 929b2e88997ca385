import { beforeAll, describe, expect, it } from 'vitest'
import { SNAPSHOT_COLUMNS } from '../../../modules/snapshots/columns'
import { COUNCILS, type Council } from '../councils'
import { buildPlace, type Place } from '../place/place'
import { CONTACT_COLUMNS, contactOf, type Contact } from './contacts'
import { DEMO_MONTHS, peoplePlace, rowsOf, type People } from './history'
import type { Row } from './row'

const glanmor: Council = COUNCILS.find(({ slug }) => slug === 'glanmor')!

let place: Place
let people: People
let months: Row[][]
/** The latest month, as if Glanmor lay in England. */
let english: Row[]

const rows = (of: People, wales: boolean): Row[][] => DEMO_MONTHS.map((month) => [...rowsOf(of, month, wales)])
const count = (of: readonly Row[], column: keyof Row, value: Row[keyof Row]): number =>
  of.filter((row) => row[column] === value).length
const latest = (): Row[] => months.at(-1)!

beforeAll(() => {
  place = buildPlace(glanmor.plan, glanmor.homes)
  people = peoplePlace(place, glanmor)
  months = rows(people, true)
  english = rows(peoplePlace(place, { ...glanmor, wales: false }), false).at(-1)!
}, 60_000)

describe('a month of households', () => {
  it('is six months, May to October 2026, of about six thousand households', () => {
    expect(DEMO_MONTHS.map(({ date }) => date)).toEqual([
      '2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01',
    ])
    for (const month of months) {
      expect(month.length).toBeGreaterThan(5_900)
      expect(month.length).toBeLessThan(6_100)
      expect(new Set(month.map((row) => row.household_reference)).size).toBe(month.length)
    }
  })

  it('holds values that the snapshot format takes', () => {
    for (const column of SNAPSHOT_COLUMNS) {
      const values = new Set(latest().map((row) => row[column.name]))
      if (column.nullable) values.delete(null)
      const isValid = (value: Row[keyof Row]): boolean => {
        if (column.kind === 'enum') return column.values.some(({ name }) => name === value)
        if (column.kind === 'flag') return typeof value === 'boolean'
        if ('range' in column) return typeof value === 'number' && value >= column.range[0] && value <= column.range[1]
        return typeof value === 'string' && value !== ''
      }
      expect([...values].filter((value) => !isValid(value)), column.name).toEqual([])
    }
  })

  it('comes out the same every time', () => {
    expect(rows(peoplePlace(place, glanmor), true).at(-1)).toEqual(latest())
  })

  it('uses every value of every list, so that no filter is empty', () => {
    for (const column of SNAPSHOT_COLUMNS) {
      if (column.kind !== 'enum' || column.name === 'preferred_language') continue
      const seen = new Set(latest().map((row) => row[column.name]))
      expect([...seen].sort(), column.name).toEqual(column.values.map(({ name }) => name).sort())
    }
  })
})

describe('a household agrees with itself', () => {
  const every = (rule: (row: Row) => boolean): Row | undefined => [...months.flat(), ...english].find((row) => !rule(row))
  const pensioners = (row: Row): boolean => String(row.household_type).endsWith('_pensioner')
  const number = (row: Row, column: keyof Row): number => Number(row[column])

  it.each<[string, (row: Row) => boolean]>([
    ['pension age is 66 and over', (row) => row.pension_age === number(row, 'age_of_head') >= 66],
    ['pensioner households are of pension age, without children', (row) => !pensioners(row) || (row.pension_age === true && row.number_of_children === 0)],
    ['no Universal Credit over pension age', (row) => !(row.pension_age && row.universal_credit)],
    ['conditionality only with Universal Credit', (row) => row.universal_credit === true || row.uc_conditionality === 'none'],
    ['Pension Credit only over pension age', (row) => row.pension_credit === 'not_eligible' || row.pension_age === true],
    ['a Pension Credit award exactly when it is due', (row) => number(row, 'pension_credit_weekly_award') > 0 === (row.pension_credit !== 'not_eligible')],
    ['Attendance Allowance claimed in both columns', (row) => (row.attendance_allowance === 'claiming') === (row.disability_benefit === 'attendance_allowance')],
    ['Attendance Allowance only over pension age', (row) => row.attendance_allowance === 'not_eligible' || row.pension_age === true],
    ['likely Attendance Allowance with a condition and no other disability benefit', (row) => row.attendance_allowance !== 'likely_eligible' || (row.long_term_condition === true && row.disability_benefit === 'none')],
    ['Healthy Start with a child under four and Universal Credit', (row) => row.healthy_start === 'not_eligible' || (row.universal_credit === true && number(row, 'youngest_child_age') < 4)],
    ['free school meals with children and Universal Credit', (row) => row.free_school_meals === 'not_eligible' || (row.universal_credit === true && number(row, 'number_of_children') > 0)],
    ['a youngest child exactly when there are children', (row) => (row.youngest_child_age === null) === (row.number_of_children === 0)],
    ['children fit the household type', (row) => number(row, 'number_of_children') > 0 === /lone_parent|with_children/.test(String(row.household_type))],
    ['children are under eighteen, and their parents were adults', (row) => row.youngest_child_age === null || (number(row, 'youngest_child_age') < 18 && number(row, 'age_of_head') - number(row, 'youngest_child_age') >= 18)],
    ['more people than children', (row) => number(row, 'household_size') > number(row, 'number_of_children')],
    ['rent for those who rent, and only them', (row) => number(row, 'weekly_rent') > 0 === !/owned|mortgaged/.test(String(row.tenure))],
    ['rent arrears only with a rent', (row) => row.rent_arrears === 0 || number(row, 'weekly_rent') > 0],
    ['Housing Benefit only with a rent', (row) => row.housing_benefit === false || number(row, 'weekly_rent') > 0],
    ['under-occupying only in social homes, of working age', (row) => row.under_occupying === false || (/council_rent|housing_association/.test(String(row.tenure)) && row.pension_age === false && number(row, 'bedrooms') > 1)],
    ['a benefit cap only with Universal Credit', (row) => row.benefit_capped === false || row.universal_credit === true],
    ['Carer’s Allowance only for carers', (row) => row.carers_allowance === false || row.carer === true],
    ['the retired earn nothing', (row) => row.employment_status !== 'retired' || row.weekly_earnings === 0],
    ['no savings over the limit with Universal Credit', (row) => row.universal_credit === false || number(row, 'savings') <= 16_000],
    ['temporary accommodation is not owned twice over', (row) => row.tenure !== 'temporary_accommodation' || number(row, 'weekly_rent') > 150],
  ])('%s', (_, rule) => {
    expect(every(rule)).toBeUndefined()
  })

  it('makes poorer streets poorer', () => {
    const mean = (list: readonly Row[]): number => list.reduce((sum, row) => sum + number(row, 'weekly_income'), 0) / list.length
    const byWard = [...new Set(latest().map((row) => row.ward_code))].map((code) => mean(latest().filter((row) => row.ward_code === code)))
    expect(Math.max(...byWard) / Math.min(...byWard)).toBeGreaterThan(1.1)
    expect(count(latest(), 'universal_credit', true) / latest().length).toBeGreaterThan(0.4)
    expect(latest().filter((row) => number(row, 'monthly_cash_balance') < 0).length / latest().length).toBeGreaterThan(0.08)
  })
})

describe('month over month', () => {
  it.each([
    ['pension_credit', 'eligible_not_claiming'],
    ['attendance_allowance', 'likely_eligible'],
    ['healthy_start', 'eligible_not_claiming'],
    ['free_school_meals', 'eligible_not_claiming'],
  ] as const)('some households take up %s, and nobody who could gives it up', (column, waiting) => {
    let tookUp = 0
    for (let month = 1; month < months.length; month++) {
      const before = new Map(months[month - 1]!.map((row) => [row.household_reference, row[column]]))
      for (const row of months[month]!) {
        const was = before.get(row.household_reference)
        if (was === waiting && row[column] === 'claiming') tookUp++
        expect(was === 'claiming' && row[column] === waiting).toBe(false)
      }
    }
    expect(tookUp).toBeGreaterThan(8)
  })

  it('lets a few move out and in, and shifts some earnings', () => {
    for (let month = 1; month < months.length; month++) {
      const before = new Map(months[month - 1]!.map((row) => [row.household_reference, row.weekly_earnings]))
      const arrived = months[month]!.filter((row) => !before.has(row.household_reference)).length
      const left = before.size + arrived - months[month]!.length
      const changed = months[month]!.filter((row) => before.get(row.household_reference) !== row.weekly_earnings).length - arrived
      for (const moved of [arrived, left]) {
        expect(moved).toBeGreaterThan(3)
        expect(moved).toBeLessThan(months[month]!.length * 0.03)
      }
      expect(changed).toBeGreaterThan(50)
      expect(changed).toBeLessThan(months[month]!.length * 0.2)
    }
  })

  it('follows England’s school meals for all on Universal Credit from September, and Wales’s limit', () => {
    const eligible = (list: readonly Row[]): number => list.length - count(list, 'free_school_meals', 'not_eligible')
    expect(eligible(english)).toBeGreaterThan(eligible(latest()) * 1.5)
  })
})

describe('contacts', () => {
  let contacts: Contact[]
  beforeAll(() => {
    contacts = people.livingIn(5).map((household) => contactOf(place.plan.slug, place.plan.town, household))
  })

  it('has mobile numbers of Ofcom’s range for drama, and some households without', () => {
    for (const { mobile } of contacts) expect(mobile).toMatch(/^(07700 900\d{3})?$/)
    const without = contacts.filter(({ mobile }) => mobile === '').length / contacts.length
    expect(without).toBeGreaterThan(0.1)
    expect(without).toBeLessThan(0.4)
  })

  it('has names with accents, apostrophes and Welsh letters', () => {
    const names = contacts.map(({ first_name, last_name }) => `${String(first_name)} ${String(last_name)}`).join()
    for (const letters of [/Siân/, /Llŷr/, /Zoë/, /O'Brien/, /Wójcik|Łukasz/]) expect(names).toMatch(letters)
  })

  it('writes to part of Glanmor in Welsh, and leaves alone who asked for it', () => {
    const welsh = contacts.filter(({ preferred_language }) => preferred_language === 'cy').length / contacts.length
    expect(welsh).toBeGreaterThan(0.25)
    expect(welsh).toBeLessThan(0.45)
    expect(contacts.some(({ do_not_contact }) => do_not_contact === true)).toBe(true)
  })

  it('has exactly the columns of the format, and a full address', () => {
    for (const contact of contacts) {
      expect(Object.keys(contact)).toEqual([...CONTACT_COLUMNS])
      expect(contact.address_line_1).toMatch(/^(Flat \d+, )?\d+ \S/)
    }
  })
})
