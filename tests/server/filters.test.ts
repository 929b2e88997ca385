import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { tableFromIPC } from '@uwdata/flechette'
import { ARROW_MEDIA_TYPE } from '../../src/contract/endpoint'
import { unpackIndex } from '../../src/contract/households/facetIndex'
import {
  FACET_COUNTS_COLUMN,
  FACET_METADATA,
  facetsSchema,
  filterCategorySchema,
  householdReferenceFilterSchema,
} from '../../src/contract/households/filters'
import { householdLooks } from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

const REFERENCES = '/api/household-reference-filter'

onEngine('embedded', 'Filters', {}, (server) => {
  beforeAll(async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      household_reference: `TST-${String(index).padStart(4, '0')}`,
      postcode: `AB${1 + (index % 3)} 2CD`,
      weekly_income: String(100 + index),
    }))
    await importHouseholds(server(), 'ashford', rows)
    const more = Array.from({ length: 5_001 }, (_, index) => ({
      household_reference: `BRY-${String(index).padStart(5, '0')}`,
    }))
    await importHouseholds(server(), 'brynmor', more)
  })
  const viewer = () => callAs(server(), 'viewer')

  test('are the catalogue of the organisation’s own snapshot', async () => {
    const categories = z.array(filterCategorySchema).parse((await (await viewer()).get('/api/all-filters')).json())
    const filters = categories
      .flatMap((category) => category.subcategories)
      .flatMap((subcategory) => subcategory.filters)
    expect(filters.find((filter) => filter.filter_name === 'weekly_income')?.filter_values).toEqual([
      { name: '100', display_name: '£100' },
      { name: '159', display_name: '£159' },
    ])
    expect(filters.find((filter) => filter.filter_name === 'postcodes')?.filter_values).toHaveLength(3)
  })

  test('cost a few bytes where the app has them already', async () => {
    const caller = await viewer()
    const first = await caller.get('/api/all-filters')
    // A proxy that compresses answers makes their tags weak.
    for (const tag of [String(first.headers.etag), `W/${String(first.headers.etag)}`]) {
      const again = await caller.get('/api/all-filters', { 'if-none-match': tag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    const other = await (await callAs(server(), 'other')).get('/api/all-filters')
    expect(other.headers.etag).not.toBe(first.headers.etag)
  })

  test('give up to 5,000 references whole', async () => {
    const filter = householdReferenceFilterSchema.parse((await (await viewer()).get(REFERENCES)).json())
    expect([filter.filter_name, filter.type, filter.filter_values.length, filter.total]).toEqual([
      'household_references',
      'search',
      60,
      undefined,
    ])
  })

  test('give the first fifty of more, and the rest by query', async () => {
    const other = await callAs(server(), 'other')
    const filter = householdReferenceFilterSchema.parse((await other.get(REFERENCES)).json())
    expect([filter.filter_values.length, filter.total]).toEqual([50, 5_001])
    const found = householdReferenceFilterSchema.parse(
      (await other.get(`${REFERENCES}?query=bry-0500&limit=100`)).json(),
    )
    expect(found.filter_values.map((value) => value.name)).toEqual(['BRY-05000'])
    expect((await other.get(`${REFERENCES}?limit=101`)).statusCode).toBe(422)
  })

  test('of fewer than five references found all are looked at, however few were asked for', async () => {
    const found = await (await callAs(server(), 'other')).get(`${REFERENCES}?query=0500&limit=1`)
    expect(found.json()).toMatchObject({ filter_values: [{ name: 'BRY-00500' }], total: 2 })
    const looks = await server().services.database.asSystem((tx) => tx.select().from(householdLooks))
    expect(looks.map(({ householdReference }) => householdReference)).toEqual(
      expect.arrayContaining(['BRY-00500', 'BRY-05000']),
    )
  })

  test('find wards, authorities and postcodes by what they contain', async () => {
    const caller = await viewer()
    const find = async (query: string) => (await caller.get(`/api/filter-values?${query}`)).json<unknown>()
    expect(await find('filter_name=ward&query=bridge')).toEqual({
      filter_values: [{ name: 'E05999002', display_name: 'Mill & Bridge' }],
      total: 1,
    })
    expect(await find('filter_name=local_authority&query=shire')).toMatchObject({ total: 1 })
    expect(await find('filter_name=postcodes&query=ab22c')).toEqual({
      filter_values: [{ name: 'AB2 2CD', display_name: 'AB2 2CD' }],
      total: 1,
    })
    expect((await caller.get('/api/filter-values?filter_name=tenure')).statusCode).toBe(422)
  })

  test('match pasted values, sorted, and name what was not found as it was pasted', async () => {
    const caller = await viewer()
    const references = await caller.post('/api/household-reference-matches', {
      values: ['tst-0002', ' TST-0001 ', 'TST-9999', 'TST-9999', ''],
    })
    expect(references.json()).toEqual({
      matched: [
        { name: 'TST-0001', display_name: 'TST-0001' },
        { name: 'TST-0002', display_name: 'TST-0002' },
      ],
      unmatched: ['TST-9999'],
    })
    const match = async (filter_name: string, values: string[]) =>
      (await caller.post('/api/filter-value-matches', { filter_name, values })).json<unknown>()
    expect(await match('ward', ['HARBOUR', 'Atlantis'])).toEqual({
      matched: [{ name: 'E05999001', display_name: 'Harbour' }],
      unmatched: ['Atlantis'],
    })
    expect(await match('postcodes', ['ab12cd'])).toMatchObject({ matched: [{ name: 'AB1 2CD' }], unmatched: [] })
  })

  test('refuse more pasted values than the limit', async () => {
    const values = Array.from({ length: 10_001 }, (_, index) => `X${index}`)
    const answer = await (await viewer()).post('/api/household-reference-matches', { values })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ fields: object }>().fields).toHaveProperty('values')
  })

  test('match ten thousand pasted references', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `TST-${String(index).padStart(4, '0')}`)
    const { matched, unmatched } = (await (await viewer()).post('/api/household-reference-matches', { values })).json<{
      matched: unknown[]
      unmatched: unknown[]
    }>()
    expect([matched.length, unmatched.length]).toEqual([60, 9_940])
  })

  const nothing = { filter_request_list: [], dynamic_filter_value_request_list: [] }

  test('count what each choice would leave, in the organisation’s own snapshot', async () => {
    const request = {
      ...nothing,
      filter_request_list: [{ filter_name: 'weekly_income', filter_value_list: ['100', '109'] }],
    }
    const facets = facetsSchema.parse((await (await viewer()).post('/api/filter-facets', request)).json())
    const of = (name: string) => facets.facets.find(({ filter_name }) => filter_name === name)
    expect(facets.household_count).toBe(10)
    expect(of('carer')).toEqual({
      filter_name: 'carer',
      values: [
        { name: 'true', household_count: 0 },
        { name: 'false', household_count: 10 },
      ],
    })
    // Its own selection leaves its own counts as they are.
    expect(of('weekly_income')).toMatchObject({ minimum: 100, maximum: 159, bins: Array(60).fill(1) })
    const postcode = {
      ...nothing,
      dynamic_filter_value_request_list: [{ filter_name: 'postcodes', filter_value_list: ['ab12cd'] }],
    }
    expect((await (await viewer()).post('/api/filter-facets', postcode)).json()).toMatchObject({ household_count: 20 })
  })

  test('give the same counts as columns, in the order of the catalogue, to those who ask', async () => {
    const caller = await viewer()
    const json = facetsSchema.parse((await caller.post('/api/filter-facets', nothing)).json())
    const columns = await caller.post('/api/filter-facets', nothing, { accept: ARROW_MEDIA_TYPE })
    const table = tableFromIPC(columns.rawPayload)
    const all = json.facets.map((facet) => ({
      name: facet.filter_name,
      counts: 'bins' in facet ? facet.bins : facet.values.map(({ household_count }) => household_count),
    }))
    expect(Array.from(table.getChild(FACET_COUNTS_COLUMN).toArray())).toEqual(all.flatMap(({ counts }) => counts))
    const tag = (await caller.get('/api/all-filters')).headers.etag
    expect(`"${table.schema.metadata?.get(FACET_METADATA.catalogue)}"`).toBe(tag)
    expect(table.schema.metadata?.get(FACET_METADATA.households)).toBe('[60]')

    const index = await caller.post('/api/filter-facet-index', { ...nothing, filter_name: 'weekly_income' })
    const along = tableFromIPC(index.rawPayload)
    const numbers = (key: string) => z.array(z.number()).parse(JSON.parse(along.schema.metadata?.get(key) ?? ''))
    const shape = { households: numbers(FACET_METADATA.households), sizes: numbers(FACET_METADATA.sizes) }
    const bytes = z.instanceof(Uint8Array).parse(along.getChild(FACET_COUNTS_COLUMN).toArray())
    const { counts } = unpackIndex(bytes, shape)
    // All bins together are the counts without the slider.
    const others = all.filter(({ name }) => name !== 'weekly_income').flatMap((each) => each.counts)
    const together = others.map((_, place) =>
      shape.households.reduce((sum, _one, bin) => sum + (counts[bin * others.length + place] ?? 0), 0),
    )
    expect([shape.households, together]).toEqual([Array(60).fill(1), others])
  })

  test('count along range filters only', async () => {
    const answer = await (await viewer()).post('/api/filter-facet-index', { ...nothing, filter_name: 'carer' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ fields: object }>().fields).toHaveProperty('filter_name')
  })
})
