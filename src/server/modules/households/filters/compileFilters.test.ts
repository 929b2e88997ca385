import { beforeAll, describe, expect, test } from 'vitest'
import type { FilterRequest } from '#contract/households/filters'
import { Fault } from '../../../http/faults'
import type { LoadedSnapshot } from '../snapshots/snapshot'
import { bindCatalogue, type SnapshotCatalogue } from './boundCatalogue'
import { readFacts } from './facts'
import { compileSelections } from './compileFilters'
import { makeSnapshot } from '../snapshots/testing/households'

const HOUSEHOLDS = [
  { household_reference: 'TST-0001', postcode: 'AB1 2CD', tenure: 'council_rent', weekly_income: 100.5 },
  { household_reference: 'tst-0002', postcode: 'AB12CE', tenure: 'private_rent', weekly_income: 200, carer: true },
  {
    household_reference: "O'1 <b>",
    ward_code: 'E05000002',
    tenure: 'mortgaged',
    monthly_cash_balance: -20.25,
    number_of_children: 2,
    youngest_child_age: 0,
  },
  { household_reference: 'TST-0004', ward_code: 'W05000003', tenure: 'council_rent', youngest_child_age: 7 },
] as const

let snapshot: LoadedSnapshot
let catalogue: SnapshotCatalogue
beforeAll(async () => {
  snapshot = await makeSnapshot(HOUSEHOLDS)
  catalogue = bindCatalogue(await readFacts(snapshot))
})

type Lists = Record<string, readonly string[]>
const listed = (lists: Lists) =>
  Object.entries(lists).map(([filter_name, values]) => ({ filter_name, filter_value_list: [...values] }))
const asked = (filters: Lists, dynamic: Lists = {}): FilterRequest => ({
  filter_request_list: listed(filters),
  dynamic_filter_value_request_list: listed(dynamic),
})

/** Which of the households match, by their place in the list. */
async function matching(request: FilterRequest): Promise<number[]> {
  const bits = await snapshot.matches(compileSelections(request, catalogue).map(({ condition }) => condition))
  return HOUSEHOLDS.flatMap((_, row) => (((bits[row >> 3] ?? 0) >> (row & 7)) & 1 ? [row + 1] : []))
}

function faultOf(request: FilterRequest): Fault {
  try {
    compileSelections(request, catalogue)
  } catch (error) {
    if (error instanceof Fault) return error
  }
  throw new Error('The request was accepted.')
}

describe('what matches', () => {
  test('every household without a filter', async () => {
    expect(await matching(asked({}))).toEqual([1, 2, 3, 4])
  })
  test('values of one filter are ORed', async () => {
    expect(await matching(asked({ tenure: ['council_rent', 'mortgaged'] }))).toEqual([1, 3, 4])
  })
  test('filters are ANDed', async () => {
    expect(await matching(asked({ tenure: ['council_rent'] }, { ward: ['Swan Hill'] }))).toEqual([4])
  })
  test('a flag, either way or both', async () => {
    expect(await matching(asked({ carer: ['true'] }))).toEqual([2])
    expect(await matching(asked({ carer: ['false'] }))).toEqual([1, 3, 4])
    expect(await matching(asked({ carer: ['true', 'false'] }))).toEqual([1, 2, 3, 4])
  })
  test('a range includes both ends, to the penny', async () => {
    expect(await matching(asked({ weekly_income: ['100.5', '200'] }))).toEqual([1, 2])
    expect(await matching(asked({ weekly_income: ['100.51', '199.99'] }))).toEqual([])
  })
  test('a range may be one value', async () => {
    expect(await matching(asked({ number_of_children: ['2', '2'] }))).toEqual([3])
  })
  test('amounts below zero', async () => {
    expect(await matching(asked({ monthly_cash_balance: ['-100', '-1'] }))).toEqual([3])
  })
  test('a household without the value is in no range, the whole one included', async () => {
    expect(await matching(asked({ youngest_child_age: ['0', '25'] }))).toEqual([3, 4])
  })
  test('a range beyond what the column holds finds what there is, or nothing', async () => {
    expect(await matching(asked({ age_of_head: ['-5', '100000'] }))).toEqual([1, 2, 3, 4])
    expect(await matching(asked({ age_of_head: ['900', '1000'] }))).toEqual([])
  })
  test('references ignoring case and surrounding space', async () => {
    expect(await matching(asked({}, { household_references: [' tst-0001', 'TST-0002 '] }))).toEqual([1, 2])
  })
  test('postcodes ignoring case and spaces', async () => {
    expect(await matching(asked({}, { postcodes: ['ab12cd', 'AB1 2CE'] }))).toEqual([1, 2, 3, 4])
    expect(await matching(asked({}, { postcodes: ['ab1 2ce'] }))).toEqual([2])
  })
  test('wards by name, ignoring case, also by their Welsh name', async () => {
    expect(await matching(asked({}, { ward: ['brook & vale'] }))).toEqual([3])
    expect(await matching(asked({}, { ward: ['bryn yr alarch Ŵ'] }))).toEqual([4])
  })
  test('a local authority stands for its wards', async () => {
    expect(await matching(asked({}, { local_authority: ['Northmere'] }))).toEqual([1, 2, 3])
  })
  test('unknown references and postcodes match nothing', async () => {
    expect(await matching(asked({}, { household_references: ['nobody'] }))).toEqual([])
    expect(await matching(asked({}, { postcodes: ['ZZ99 9ZZ', ''] }))).toEqual([])
  })
  test('quotes, brackets and SQL in a reference are only text', async () => {
    expect(await matching(asked({}, { household_references: ["o'1 <b>"] }))).toEqual([3])
    expect(await matching(asked({}, { household_references: ["'; drop table households; --"] }))).toEqual([])
    expect(await matching(asked({}))).toEqual([1, 2, 3, 4])
  })
  test('ten thousand pasted references', async () => {
    const many = Array.from({ length: 9_999 }, (_, index) => `X-${index}`)
    expect(await matching(asked({}, { household_references: [...many, 'TST-0004'] }))).toEqual([4])
  })
})

describe('what is refused, and where', () => {
  const refusals: [string, FilterRequest, string][] = [
    ['an unknown filter', asked({ favourite_colour: ['red'] }), 'filter_request_list.0.filter_name'],
    ['a column that is no filter', asked({ longitude: ['0', '1'] }), 'filter_request_list.0.filter_name'],
    ['SQL for a name', asked({ '1=1; drop table x': ['a'] }), 'filter_request_list.0.filter_name'],
    ['an unknown value', asked({ tenure: ['council_rent', 'castle'] }), 'filter_request_list.0.filter_value_list.1'],
    ['a flag that is neither', asked({ carer: ['yes'] }), 'filter_request_list.0.filter_value_list.0'],
    ['no value', asked({ tenure: [] }), 'filter_request_list.0.filter_value_list'],
    ['one number', asked({ savings: ['1'] }), 'filter_request_list.0.filter_value_list'],
    ['three numbers', asked({ savings: ['1', '2', '3'] }), 'filter_request_list.0.filter_value_list'],
    ['a reversed range', asked({ savings: ['9', '1'] }), 'filter_request_list.0.filter_value_list'],
    ['text for a number', asked({ savings: ['1', 'lots'] }), 'filter_request_list.0.filter_value_list.1'],
    ['an empty number', asked({ savings: ['', '5'] }), 'filter_request_list.0.filter_value_list.0'],
    ['another notation', asked({ savings: ['0', '1e3'] }), 'filter_request_list.0.filter_value_list.1'],
    ['infinity', asked({ savings: ['0', 'Infinity'] }), 'filter_request_list.0.filter_value_list.1'],
    ['half a child', asked({ number_of_children: ['0', '1.5'] }), 'filter_request_list.0.filter_value_list.1'],
    ['an unknown ward', asked({}, { ward: ['Atlantis'] }), 'dynamic_filter_value_request_list.0.filter_value_list.0'],
    [
      'an unknown local authority',
      asked({}, { local_authority: ['Atlantis'] }),
      'dynamic_filter_value_request_list.0.filter_value_list.0',
    ],
    ['a search filter in the wrong list', asked({ ward: ['Ashton'] }), 'filter_request_list.0.filter_name'],
    [
      'any other in the wrong list',
      asked({}, { tenure: ['mortgaged'] }),
      'dynamic_filter_value_request_list.0.filter_name',
    ],
    [
      'NUL',
      asked({}, { household_references: ['TST-0001', 'TST\0'] }),
      'dynamic_filter_value_request_list.0.filter_value_list.1',
    ],
    [
      'half a character',
      asked({}, { postcodes: ['\ud800'] }),
      'dynamic_filter_value_request_list.0.filter_value_list.0',
    ],
  ]
  test.each(refusals)('%s', (_, request, path) => {
    const fault = faultOf(request)
    expect(fault.status).toBe(422)
    expect(Object.keys(fault.fields ?? {})).toEqual([path])
  })

  test('a filter named twice', () => {
    const request = asked({ tenure: ['mortgaged'] })
    request.filter_request_list.push({ filter_name: 'tenure', filter_value_list: ['council_rent'] })
    expect(faultOf(request).fields).toHaveProperty(['filter_request_list.1.filter_name'])
  })

  test('everything that is wrong at once, up to twenty', () => {
    const fault = faultOf(asked({ tenure: Array.from({ length: 500 }, (_, index) => `castle ${index}`) }))
    expect(Object.keys(fault.fields ?? {})).toHaveLength(20)
  })
})
