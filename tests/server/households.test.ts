import { tableFromIPC } from '@uwdata/flechette'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { ARROW_MEDIA_TYPE } from '../../src/contract/endpoint'
import { listHouseholds } from '../../src/contract/households/householdList'
import { householdDataSchema, mapClientSchema, wardDataSchema } from '../../src/contract/households/map'
import { auditEntries } from '../../src/server/db/schema'
import { callAs, selected } from './harness/caller'
import { onEngine } from './harness/server'
import type { SeededPerson } from './harness/seed'
import { importHouseholds, importHouseholdsCsv } from './harness/snapshot'

const WARDS = '/api/streetview-ward-data'
const HOUSEHOLDS = '/api/streetview-household-data'
const POINTS = '/api/household-points'
const CSV = '/api/temporary-csv'

const AT = {
  ward_code: 'E05999001',
  postcode: 'AB1 2CD',
  longitude: '-1.495',
  latitude: '54.005',
  weekly_income: '350',
  monthly_cash_balance: '100',
}
/** In the order that an import puts them in: by ward, then by reference. */
const ASHFORD = [
  {
    ...AT,
    household_reference: '=cmd|A1,"x"',
    age_of_head: '78',
    pension_age: 'true',
    pension_credit: 'eligible_not_claiming',
    pension_credit_weekly_award: '10',
  },
  { ...AT, household_reference: 'TST-0001', weekly_income: '100.50', tenure: 'council_rent', rent_arrears: '250' },
  {
    ...AT,
    household_reference: 'TST-0002',
    weekly_income: '300',
    monthly_cash_balance: '-20.25',
    longitude: '-1.494',
    rent_arrears: '900',
    council_tax_arrears: '100.01',
  },
]
const BRYNMOR = [{ ...AT, household_reference: 'BRY-0001', tenure: 'council_rent', ward_code: 'E05999002' }]

const sessionOf = ({ cookie }: { cookie: string }) => cookie.slice(cookie.indexOf('=') + 1)

onEngine('embedded', 'The households', {}, (server) => {
  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', ASHFORD)
    await importHouseholds(server(), 'brynmor', BRYNMOR)
  })
  const as = (person: SeededPerson) => callAs(server(), person)

  test('are counted by ward, with the headlines', async () => {
    const answer = await (await as('viewer')).post(WARDS, selected())
    const { map_headlines, geo_json_features } = wardDataSchema.parse(answer.json())
    expect(geo_json_features.map(({ properties }) => [properties.ward_name, properties.household_count])).toEqual([
      ['Harbour', 3],
    ])
    expect(map_headlines.map(({ value }) => value)).toEqual(['3', '£250', '1', '£520'])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('have no average where none match, and wards of none', async () => {
    const answer = await (await as('viewer')).post(WARDS, selected({ tenure: ['mortgaged'] }))
    const { map_headlines, geo_json_features } = wardDataSchema.parse(answer.json())
    expect(map_headlines.map(({ value }) => value)).toEqual(['0', '–', '0', '£0'])
    expect(geo_json_features.map(({ properties }) => properties.household_count)).toEqual([0])
  })

  test('are listed with their coordinates as JSON', async () => {
    const answer = await (await as('viewer')).post(HOUSEHOLDS, selected({ tenure: ['private_rent'] }))
    const { household_coordinates, map_headlines } = householdDataSchema.parse(answer.json())
    expect(household_coordinates).toEqual([
      { household_reference: '=cmd|A1,"x"', coordinates: { longitude: -1.495, latitude: 54.005 } },
      { household_reference: 'TST-0002', coordinates: { longitude: -1.494, latitude: 54.005 } },
    ])
    expect(map_headlines[0]).toEqual({ display_name: 'Households shown', value: '2' })
  })

  test('are an empty list as JSON where none match', async () => {
    const answer = await (await as('viewer')).post(HOUSEHOLDS, selected({ tenure: ['mortgaged'] }))
    expect(householdDataSchema.parse(answer.json()).household_coordinates).toEqual([])
  })

  test('match bit by bit in the row order of the points, on the same version', async () => {
    const viewer = await as('viewer')
    const points = await viewer.get(POINTS)
    const matches = await viewer.post(HOUSEHOLDS, selected({ tenure: ['private_rent'] }), { accept: ARROW_MEDIA_TYPE })
    expect([points.headers['content-type'], matches.headers['content-type']]).toEqual([
      ARROW_MEDIA_TYPE,
      ARROW_MEDIA_TYPE,
    ])
    const [pointTable, matchTable] = [tableFromIPC(points.rawPayload), tableFromIPC(matches.rawPayload)]
    expect(pointTable.toArray().map((row) => [String(row.household_reference), String(row.ward_code)])).toEqual(
      ASHFORD.map((household) => [household.household_reference, 'E05999001']),
    )
    expect(matchTable.toArray().map((row) => row.matches === true)).toEqual([true, false, true])
    const { metadata } = matchTable.schema
    expect(metadata?.get('points_version')).toBe(pointTable.schema.metadata?.get('points_version'))
    expect(JSON.parse(metadata?.get('map_headlines') ?? '')).toContainEqual({
      display_name: 'Households shown',
      value: '2',
    })
    expect([points.headers['cache-control'], matches.headers['cache-control']]).toEqual(['no-store', 'no-store'])
  })

  test('have a class each to colour their dots by, in the order of the points', async () => {
    const viewer = await as('viewer')
    const points = tableFromIPC((await viewer.get(POINTS)).rawPayload)
    const classes = async (colour: string) => {
      const reply = await viewer.get(`/api/household-classes?colour=${colour}`)
      expect(reply.headers['cache-control']).toBe('no-store')
      const table = tableFromIPC(reply.rawPayload)
      expect(table.schema.metadata?.get('points_version')).toBe(points.schema.metadata?.get('points_version'))
      return table.toArray().map((row) => Number(row.class))
    }
    expect(await classes('unclaimed')).toEqual([2, 0, 0])
    expect(await classes('arrears')).toEqual([0, 1, 4])
    expect(await classes('contacted')).toEqual([0, 0, 0])
    expect((await viewer.get('/api/household-classes?colour=savings')).statusCode).toBe(422)
  })

  test('are found by postcode, to 100 m, in the same organisation', async () => {
    const find = async (postcode: string, person: SeededPerson = 'viewer') =>
      (await as(person)).post('/api/find-postcode', { postcode })
    const found = await find('ab12cd')
    // The mean of -1.495, -1.495 and -1.494.
    expect([found.statusCode, found.json()]).toEqual([200, { longitude: -1.495, latitude: 54.005 }])
    expect(found.headers['cache-control']).toBe('no-store')
    expect([(await find('AB9 9ZZ')).statusCode, (await find('')).statusCode]).toEqual([404, 422])
    expect((await find('AB1 2CE', 'other')).statusCode).toBe(404)
  })

  test('leave as a CSV that a spreadsheet cannot run, and the audit log says how many', async () => {
    const answer = await (await as('admin')).post(CSV, selected({ tenure: ['private_rent'] }))
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="ashford-households-2026-10.csv"')
    const [header, first, second, end] = answer.body.split('\r\n')
    expect(header?.split(',')).toHaveLength(44)
    expect(first).toMatch(/^"'=cmd\|A1,""x""",E05999001,/)
    expect(second).toMatch(/^TST-0002,E05999001,AB1 2CD,-1.494,54.005,.*,-20.25,/)
    expect(end).toBe('')
    const entries = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'export')),
    )
    expect(entries.map((entry) => [entry.actorEmail, entry.quantity])).toEqual([['admin@ashford.example', 2]])
  })

  test('leave in names for people, with what is unclaimed, as Excel reads it and cannot run', async () => {
    const answer = await (await as('admin')).post(CSV, { ...selected({ tenure: ['private_rent'] }), wording: 'names' })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="ashford-households-readable-2026-10.csv"')
    const [header = '', first = '', second = ''] = answer.body.split('\r\n')
    expect(header).toMatch(
      /^\uFEFFHousehold reference,Ward,Postcode,.*,"Unclaimed a year, at most, in pounds",Rates of,Method$/,
    )
    expect(first).toMatch(/^"'=cmd\|A1,""x""",Harbour,AB1 2CD,.*,Private rent,.*,520\.00,[\d.]+,2026 to 2027,/)
    expect(second).toMatch(/^TST-0002,Harbour,.*,0\.00,0\.00,2026 to 2027,/)
  })

  test('are listed in the order of the points, or those first that leave most unclaimed, a page at a time', async () => {
    const viewer = await as('viewer')
    const list = async (order: string, page = 1) =>
      listHouseholds.reply.parse((await viewer.post('/api/household-list', { ...selected(), order, page })).json())
    const { households, hidden } = await list('unclaimed')
    expect(households[0]).toEqual({
      household_reference: '=cmd|A1,"x"',
      ward_name: 'Harbour',
      unclaimed: '£520',
      age_of_head: 78,
      household_type: expect.any(String) as string,
      last_contacted: null,
    })
    expect(hidden).toEqual([])
    expect((await list('data')).households.map((one) => one.household_reference)).toEqual(
      ASHFORD.map((one) => one.household_reference),
    )
    expect((await list('data', 2)).households).toEqual([])
  })

  test('have a card: what the filters look at, what is unclaimed, when contacted; and the look is recorded', async () => {
    const viewer = await as('viewer')
    const card = (reference: string, request = selected()) =>
      viewer.post('/api/household-card', { ...request, household_reference: reference })
    const request = selected(
      {
        tenure: ['private_rent'],
        weekly_income: ['0', '900'],
        carer: ['true', 'false'],
        youngest_child_age: ['0', '9'],
      },
      { ward: ['Harbour'] },
    )
    expect((await card('=cmd|a1,"x"', request)).json()).toEqual({
      household_reference: '=cmd|A1,"x"',
      ward_name: 'Harbour',
      values: [
        { filter_name: 'ward', display_name: 'Ward', value: 'Harbour' },
        { filter_name: 'youngest_child_age', display_name: 'Age of youngest child', value: 'Not known' },
        { filter_name: 'tenure', display_name: 'Tenure', value: 'Private rent' },
        { filter_name: 'weekly_income', display_name: 'Weekly income', value: '£350' },
        { filter_name: 'carer', display_name: 'Unpaid carer', value: 'No' },
      ],
      unclaimed: [
        {
          display_name: 'Pension Credit',
          value: '£520 a year',
          lowest: 520,
          highest: 520,
          known: ['The council’s data say eligible, with an award of £10.00 a week, counted for 52 weeks.'],
          assumed: [
            'Lowest: the award is as supplied, with the additions and the Savings Credit that the council counted in it.',
          ],
        },
      ],
      basis: { year: '2026 to 2027', method: expect.stringContaining('52 weeks') as string, warning: null },
      last_contacted: null,
      last_visit: null,
    })
    const looks = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'looked_up')),
    )
    expect(looks.map(({ actorEmail, quantity }) => [actorEmail, quantity])).toContainEqual([
      'viewer@ashford.example',
      1,
    ])
    const nobody = await card('BRY-0001')
    expect([nobody.statusCode, nobody.json<{ detail: string }>().detail]).toEqual([
      404,
      'There is no such household in the latest snapshot.',
    ])
    expect((await card('TST-0001', selected({ castle: ['yes'] }))).statusCode).toBe(422)
  })

  test('are those in a drawn area, in every answer alike', async () => {
    const viewer = await as('viewer')
    const corners = [[-1.4955, 54], [-1.4945, 54], [-1.4945, 54.01], [-1.4955, 54.01], [-1.4955, 54]] // prettier-ignore
    const area = JSON.stringify({ type: 'Polygon', coordinates: [corners] })
    const request = selected({}, { area: [area] })
    const inArea = ['=cmd|A1,"x"', 'TST-0001']
    const wards = wardDataSchema.parse((await viewer.post(WARDS, request)).json())
    expect(wards.geo_json_features.map(({ properties }) => properties.household_count)).toEqual([2])
    const json = householdDataSchema.parse((await viewer.post(HOUSEHOLDS, request)).json())
    expect(json.household_coordinates.map((household) => household.household_reference)).toEqual(inArea)
    const bits = tableFromIPC((await viewer.post(HOUSEHOLDS, request, { accept: ARROW_MEDIA_TYPE })).rawPayload)
    expect(bits.toArray().map((row) => row.matches === true)).toEqual([true, true, false])
    expect((await viewer.post('/api/filter-facets', request)).json()).toMatchObject({ household_count: 2 })
    expect((await viewer.post(CSV, request)).body.split('\r\n')).toHaveLength(4)
    const crossing = JSON.stringify({ type: 'Polygon', coordinates: [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]] }) // prettier-ignore
    const refused = await viewer.post(CSV, selected({}, { area: [crossing] }))
    expect([refused.statusCode, refused.json<{ fields: object }>().fields]).toEqual([
      422,
      {
        'dynamic_filter_value_request_list.0.filter_value_list.0':
          'The edges of this area cross. Move a corner so that they do not.',
      },
    ])
  })

  test('are a CSV of one line where none match', async () => {
    const answer = await (await as('viewer')).post(CSV, selected({ tenure: ['mortgaged'] }))
    expect(answer.body.split('\r\n')).toHaveLength(2)
  })

  test('of one organisation are seen by nobody of another, whatever they ask', async () => {
    const other = await as('other')
    const theirs = selected({}, { household_references: ['TST-0001', 'BRY-0001'] })
    const json = householdDataSchema.parse((await other.post(HOUSEHOLDS, theirs)).json())
    expect(json.household_coordinates.map((household) => household.household_reference)).toEqual(['BRY-0001'])
    expect((await other.post(CSV, theirs)).body).not.toContain('TST-')
    expect((await other.get(POINTS)).body).not.toContain('TST-')
    const matches = await other.post('/api/household-reference-matches', { values: ['TST-0001', 'bry-0001'] })
    expect(matches.json()).toEqual({
      matched: [{ name: 'BRY-0001', display_name: 'BRY-0001' }],
      unmatched: ['TST-0001'],
    })
  })

  test('are not for somebody without a session', async () => {
    for (const url of [WARDS, HOUSEHOLDS, CSV, '/api/map-client', '/api/households-to-calculator']) {
      const headers = { origin: server().origin }
      expect((await server().app.inject({ method: 'POST', url, payload: selected(), headers })).statusCode, url).toBe(
        401,
      )
    }
    for (const url of [POINTS, '/api/all-filters', '/api/household-reference-filter']) {
      expect((await server().app.inject({ method: 'GET', url })).statusCode, url).toBe(401)
    }
  })

  test('are not counted for a caller who has hung up', async () => {
    const { services } = server()
    const session = await services.sessions.find(sessionOf(await server().signedIn('viewer')))
    if (!session) throw new Error('There is no session.')
    const counting = services.households.map.readWards(session.person, selected(), AbortSignal.abort())
    await expect(counting).rejects.toMatchObject({ status: 499 })
  })

  test('start in the middle of their wards, without a key where none is configured', async () => {
    const answer = await (await as('viewer')).post('/api/map-client', {})
    const { key, lat, lng } = mapClientSchema.parse(answer.json())
    expect(key).toBe('')
    expect(lat).toBeCloseTo(54.005)
    expect(lng).toBeCloseTo(-1.49)
  })

  describe('refuse bad input by name', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `TST-${index}`)
    test.each([
      ['an unknown filter', selected({ colour: ['red'] }), 'filter_request_list.0.filter_name'],
      ['an unknown value', selected({ tenure: ['castle'] }), 'filter_request_list.0.filter_value_list.0'],
      ['a reversed range', selected({ savings: ['9', '1'] }), 'filter_request_list.0.filter_value_list'],
      ['text for a number', selected({ savings: ['none', '1'] }), 'filter_request_list.0.filter_value_list.0'],
      ['SQL for a filter', selected({ "'; drop table x; --": ['a'] }), 'filter_request_list.0.filter_name'],
      ['an unknown ward', selected({}, { ward: ['<b>'] }), 'dynamic_filter_value_request_list.0.filter_value_list.0'],
      ['NUL', selected({}, { postcodes: ['AB1\0'] }), 'dynamic_filter_value_request_list.0.filter_value_list.0'],
      [
        'half a character',
        selected({}, { household_references: ['\ud800'] }),
        'dynamic_filter_value_request_list.0.filter_value_list.0',
      ],
      [
        '100,000 references',
        selected({}, { household_references: many }),
        'dynamic_filter_value_request_list.0.filter_value_list',
      ],
      ['numbers for texts', { ...selected(), filter_request_list: 5 }, 'filter_request_list'],
      ['nothing', {}, 'filter_request_list'],
    ])('%s', async (_, body, field) => {
      const viewer = await as('viewer')
      for (const url of [WARDS, HOUSEHOLDS, CSV, '/api/households-to-calculator']) {
        const answer = await viewer.post(url, body)
        expect(answer.statusCode, url).toBe(422)
        expect(answer.json<{ fields: object }>().fields, url).toHaveProperty([field])
      }
    })

    test('what is not JSON', async () => {
      expect((await (await as('viewer')).post(WARDS, '{"filter_request_list":')).statusCode).toBe(400)
    })

    test.each(["'; drop table households; --", '<script>alert(1)</script>', '%', '\u202e', '🏠', '\\', '"'])(
      'but %j as a reference or postcode matches nothing',
      async (text) => {
        const viewer = await as('viewer')
        for (const name of ['household_references', 'postcodes']) {
          const answer = await viewer.post(WARDS, selected({}, { [name]: [text] }))
          expect([answer.statusCode, wardDataSchema.parse(answer.json()).map_headlines[0]?.value]).toEqual([200, '0'])
        }
        const searched = await viewer.get(`/api/household-reference-filter?query=${encodeURIComponent(text)}`)
        expect(searched.statusCode).toBe(200)
        expect((await viewer.post('/api/household-reference-matches', { values: [text] })).json()).toMatchObject({
          matched: [],
        })
      },
    )
  })

  test('come back from their own CSV as they were, whatever their references look like', async () => {
    const references = ['=A1', '-0042', '+44123', '@ref', '-5', "'0013", '1-10', '"HH', "'=B1", 'x y', '+1-1']
    await importHouseholds(
      server(),
      'ashford',
      references.map((household_reference) => ({ ...AT, household_reference })),
    )
    const held = async () => {
      const points = tableFromIPC((await (await as('viewer')).get(POINTS)).rawPayload)
      return points.toArray().map((row) => String(row.household_reference))
    }
    const before = await held()
    // The sign of our own that a file of before may have is taken off too.
    expect(before.toSorted()).toEqual([...references.filter((one) => one !== "'=B1"), '=B1'].toSorted())
    await importHouseholdsCsv(server(), 'ashford', (await (await as('admin')).post(CSV, selected())).body)
    expect(await held()).toEqual(before)
  })
})

onEngine('embedded', 'An organisation without a snapshot', { GOOGLE_MAPS_KEY: 'a-key-for-tests' }, (server) => {
  test('is told so', async () => {
    const viewer = await callAs(server(), 'viewer')
    for (const answer of [
      await viewer.post(WARDS, selected()),
      await viewer.post(CSV, selected()),
      await viewer.get(POINTS),
      await viewer.get('/api/all-filters'),
      await viewer.post('/api/households-to-calculator', selected()),
    ]) {
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
        404,
        'No month has been published yet. Administrators publish one in Settings, under Data.',
      ])
    }
  })

  test('has a map all the same, with the key that is configured, which no log holds', async () => {
    const answer = await (await callAs(server(), 'viewer')).post('/api/map-client', {})
    expect(answer.json()).toMatchObject({ key: 'a-key-for-tests' })
    expect(server().log.join()).not.toContain('a-key-for-tests')
  })
})
