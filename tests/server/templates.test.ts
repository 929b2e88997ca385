import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { getReadyMadeTemplates, type SeenTemplate } from '../../src/contract/households/filterTemplates'
import { filterLinks, filterTemplates, idempotencyKeys } from '../../src/server/db/schema'
import { keyHeaderFor } from './harness/idempotencyKey'
import { onEngine, type TestServer } from './harness/server'
import type { SeededPerson } from './harness/seed'
import { importHouseholds } from './harness/snapshot'

const TENURE = { filter_name: 'tenure', filter_value_names: ['private_rent'] }
const ISO: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
const NAME: unknown = expect.stringMatching(/\S/)
const NO_SUCH = 'There is no such template. It may have been deleted.'

onEngine('embedded', 'Filter templates', {}, (server) => {
  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', [{}, { household_reference: 'TST-0002', tenure: 'mortgaged' }])
    await importHouseholds(server(), 'brynmor', [
      { rent_arrears: '0' },
      { household_reference: 'TST-0002', rent_arrears: '50' },
    ])
  })
  beforeEach(() =>
    server().services.database.asSystem(async (tx) => {
      await tx.delete(filterTemplates)
      await tx.delete(idempotencyKeys)
    }),
  )

  const as = (person: SeededPerson, organisation?: 'ashford' | 'brynmor') => callerAs(server(), person, organisation)

  test('are made, listed by name and answered value by value, in the words of the catalogue', async () => {
    const admin = await as('admin')
    const made = await admin.create('renting', [{ filter_name: 'carer', filter_value_names: ['true'] }, TENURE])
    expect(made.statusCode).toBe(200)
    await admin.create('Arrears')
    expect(await admin.names()).toEqual(['Arrears', 'renting'])
    expect((await admin.values(idOf(made))).json()).toMatchObject([
      { filter_name: 'carer', filter_value: { name: 'true', display_name: 'Yes' } },
      { filter_name: 'tenure', filter_display_name: 'Tenure', filter_value: { name: 'private_rent' } },
    ])
  })

  test.each([
    ['a colleague', 'viewer', 'ashford'],
    ['somebody of another organisation', 'other', 'brynmor'],
    ["the provider's staff", 'staff', 'ashford'],
  ] as const)('are their owner’s alone: %s finds nothing', async (_who, person, organisation) => {
    const owner = await as('admin')
    const id = idOf(await owner.create('Mine'))
    const stranger = await as(person, organisation)
    expect(await stranger.names()).toEqual([])
    for (const answer of [await stranger.values(id), await stranger.rename(id, 'Taken'), await stranger.remove(id)]) {
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([404, NO_SUCH])
    }
    expect((await stranger.create('Mine')).statusCode).toBe(200)
    expect(await owner.names()).toEqual(['Mine'])
  })

  test('that are shared are seen, read and copied by the organisation, and changed by their owner alone', async () => {
    const owner = await as('admin')
    const id = idOf(await owner.create('Renting'))
    await owner.create('Mine')
    expect((await owner.share(id, true)).json()).toEqual({ template_id: id })
    expect(await owner.shared()).toEqual([])
    const colleague = await as('viewer')
    expect(await colleague.shared()).toMatchObject([
      { template_id: id, filter_template_name: 'Renting', made_by: NAME, made_at: ISO },
    ])
    expect((await colleague.values(id)).json()).toMatchObject([{ filter_name: 'tenure' }])
    expect(await colleague.names()).toEqual([])
    for (const answer of [
      await colleague.rename(id, 'Taken'),
      await colleague.share(id, false),
      await colleague.remove(id),
    ]) {
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([404, NO_SUCH])
    }
    const other = await as('other', 'brynmor')
    expect([await other.shared(), (await other.values(id)).statusCode]).toEqual([[], 404])
    await owner.share(id, false)
    expect([await colleague.shared(), (await colleague.values(id)).statusCode]).toEqual([[], 404])
  })

  test('that the provider’s staff share name nobody', async () => {
    const staff = await as('staff', 'ashford')
    await staff.share(idOf(await staff.create('By staff')), true)
    expect(await (await as('viewer')).shared()).toMatchObject([{ made_by: null }])
  })

  test('have links that hold a code alone, for their organisation, for 90 days, with the view of who made them', async () => {
    const admin = await as('admin')
    const details = [{ filter_name: 'postcodes', filter_value_names: ['AB1 2CD'] }, TENURE]
    const bounds = { west: -1, south: 52, east: 1, north: 53 }
    const view = { view: 'ward', shown: 'map', bounds, colour: null, measure: 'rate' }
    const made = (await admin.link(details, view)).json<{ code: string; expires_at: string }>()
    expect(made.code).toMatch(/^[\w-]{22}$/)
    expect((Date.parse(made.expires_at) - Date.now()) / 86_400_000).toBeCloseTo(90, 1)
    expect((await (await as('viewer')).open(made.code)).json()).toMatchObject({
      rows: [{ filter_name: 'postcodes', filter_value: { name: 'AB1 2CD' } }, { filter_name: 'tenure' }],
      view,
    })
    expect((await admin.link(details, { ...view, bounds: { ...bounds, west: 200 } })).statusCode).toBe(422)
    const all = (await admin.link([], view)).json<{ code: string }>()
    expect((await admin.open(all.code)).json()).toEqual({ rows: [], view })
    for (const [caller, code] of [
      [await as('other', 'brynmor'), made.code],
      [admin, 'x'.repeat(22)],
    ] as const) {
      expect((await caller.open(code)).statusCode).toBe(404)
    }
    expect((await admin.link([{ filter_name: 'tenure', filter_value_names: ['castle'] }])).statusCode).toBe(422)
    await server().services.database.asSystem((tx) => tx.update(filterLinks).set({ expiresAt: new Date(0) }))
    expect((await admin.open(made.code)).statusCode).toBe(404)
    await server().services.filterTemplates.links.deleteExpired()
    expect(await server().services.database.asSystem((tx) => tx.select().from(filterLinks))).toEqual([])
  })

  test('keep a drawn area, named by its size, and refuse one that is none', async () => {
    const admin = await as('admin')
    const corners = [[-1.5, 54], [-1.49, 54], [-1.49, 54.01], [-1.5, 54]] // prettier-ignore
    const text = JSON.stringify({ type: 'Polygon', coordinates: [corners] })
    const made = await admin.create('By the river', [{ filter_name: 'area', filter_value_names: [text] }])
    expect((await admin.values(idOf(made))).json()).toMatchObject([
      { filter_name: 'area', filter_value: { name: text, display_name: 'Drawn area, 0.36 km²' } },
    ])
    const refused = await admin.create('Nowhere', [{ filter_name: 'area', filter_value_names: ['here'] }])
    expect(refused.json()).toMatchObject({
      fields: { 'filter_template_details.0.filter_value_names.0': 'An area is a GeoJSON Polygon or MultiPolygon.' },
    })
    const long = { filter_name: 'tenure', filter_value_names: ['x'.repeat(201)] }
    expect((await admin.create('Long', [long])).statusCode).toBe(422)
  })

  test('that are ready-made are offered where the data have their values, and can be counted', async () => {
    const admin = await as('admin')
    const offered = await admin.readyMade()
    const names = offered.map(({ name }) => name)
    expect(names).toContain('Families who may miss Healthy Start')
    expect(offered.find(({ name }) => name === 'Pensioners in fuel poverty')?.rows).toMatchObject([
      { category_name: 'health_and_care', filter_name: 'pension_age', filter_value: { name: 'true' } },
      { category_name: 'risk', filter_name: 'fuel_poverty', filter_value: { name: 'true' } },
    ])
    // Nobody here owes rent; in the other organisation somebody does.
    expect(names).not.toContain('Tenants behind with their rent')
    const owing = await (await as('other', 'brynmor')).readyMade()
    const rows = owing.find(({ name }) => name === 'Tenants behind with their rent')?.rows
    expect(rows?.map(({ filter_value }) => filter_value.name).slice(-2)).toEqual(['1', '50'])
  })

  test('of one person stay in the organisation where they were made', async () => {
    const id = idOf(await (await as('staff', 'ashford')).create('Visits'))
    const elsewhere = await as('staff', 'brynmor')
    expect(await elsewhere.names()).toEqual([])
    expect((await elsewhere.values(id)).statusCode).toBe(404)
  })

  test('need somebody signed in', async () => {
    const answer = await server().app.inject({ method: 'GET', url: '/api/user-filter-templates' })
    expect(answer.statusCode).toBe(401)
  })

  test('have unique names, ignoring case and the space around them', async () => {
    const admin = await as('admin')
    expect((await admin.create('  Renting  ')).json()).toMatchObject({ filter_template_name: 'Renting' })
    const again = await admin.create(' rENTING')
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({
      detail: 'You already have a template called rENTING.',
      code: 'template_name_taken',
    })
  })

  test.each([
    ['75 letters', 'a'.repeat(75)],
    ['75 brackets, which are 300 letters once escaped', '<'.repeat(75)],
    ['75 brackets, escaped already', '&lt;'.repeat(75)],
    ['75 emoji, which are 150 halves', '🏠'.repeat(75)],
    ['75 letters with space around them', `  ${'a'.repeat(75)}  `],
  ])('may be called %s', async (_what, name) => {
    expect((await (await as('admin')).create(name)).statusCode).toBe(200)
  })

  test.each([
    ['76 letters', 'a'.repeat(76), 'Template name cannot exceed 75 characters.'],
    ['76 emoji', '🏠'.repeat(76), 'Template name cannot exceed 75 characters.'],
    ['76 brackets', '&lt;'.repeat(76), 'Template name cannot exceed 75 characters.'],
    ['nothing', '', 'Enter a name for the template.'],
    ['spaces', '     ', 'Enter a name for the template.'],
  ])('may not be called %s', async (_what, name, words) => {
    const admin = await as('admin')
    const made = await admin.create(name)
    expect(made.statusCode).toBe(422)
    expect(made.json()).toMatchObject({ detail: words, fields: { template_name: words } })
    const id = idOf(await admin.create('Fine'))
    expect((await admin.rename(id, name)).statusCode).toBe(422)
    expect(await admin.names()).toEqual(['Fine'])
  })

  test.each([
    ['<b>bold</b>', '&lt;b&gt;bold&lt;/b&gt;'],
    ['&lt;b&gt;', '&lt;b&gt;'],
    ['&amp;lt;', '&amp;lt;'],
    ['Rent & 🏠', 'Rent & 🏠'],
  ])('keep %s escaped once', async (sent, kept) => {
    const admin = await as('admin')
    expect((await admin.create(sent)).json()).toMatchObject({ filter_template_name: kept })
    expect(await admin.names()).toEqual([kept])
  })

  test.each(['AB1\0', 'AB1\ud800'])('refuse a value that the records cannot hold: %j', async (postcode) => {
    const made = await (
      await as('admin')
    ).create('Broken', [{ filter_name: 'postcodes', filter_value_names: [postcode] }])
    expect(made.statusCode).toBe(422)
    expect(Object.keys(made.json<{ fields: object }>().fields)).toEqual([
      'filter_template_details.0.filter_value_names.0',
    ])
  })

  test('take the same name escaped and not escaped for one, and name it as it was typed', async () => {
    const admin = await as('admin')
    await admin.create('<b>')
    expect((await admin.create('&lt;b&gt;')).json()).toMatchObject({
      detail: 'You already have a template called <b>.',
    })
  })

  test.each([
    [
      'an unknown filter',
      [{ filter_name: 'shoe_size', filter_value_names: ['9'] }],
      'filter_template_details.0.filter_name',
    ],
    [
      'an unknown value',
      [TENURE, { filter_name: 'carer', filter_value_names: ['true', 'maybe'] }],
      'filter_template_details.1.filter_value_names.1',
    ],
    [
      'half a range',
      [{ filter_name: 'weekly_income', filter_value_names: ['1'] }],
      'filter_template_details.0.filter_value_names',
    ],
    [
      'a filter without values',
      [{ filter_name: 'tenure', filter_value_names: [] }],
      'filter_template_details.0.filter_value_names',
    ],
    ['no filters', [], 'filter_template_details'],
    ['a filter given twice', [TENURE, TENURE], 'filter_template_details.1.filter_name'],
  ])('refuse %s by its path', async (_what, details, path) => {
    const admin = await as('admin')
    const answer = await admin.create('Odd', details)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json<{ fields: Record<string, string> }>().fields)).toEqual([path])
    expect(await admin.names()).toEqual([])
  })

  test('sent twice with one key are made once, and answered alike', async () => {
    const admin = await as('admin')
    const first = await admin.create('Once', [TENURE], 'key-of-this-template')
    const second = await admin.create('Once', [TENURE], 'key-of-this-template')
    expect([second.statusCode, second.json()]).toEqual([200, first.json()])
    expect(await admin.names()).toEqual(['Once'])
  })

  test('sent at the same moment with one key are made once, and answered alike', async () => {
    const admin = await as('admin')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.create('Once', [TENURE], 'one-key-for-six')),
    )
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect(await admin.names()).toEqual(['Once'])
  })

  test('of one name made in two places at the same moment are one, and the other is told', async () => {
    const admin = await as('admin')
    const answers = await Promise.all([
      admin.create('Twice', [TENURE], 'key-of-tab-1'),
      admin.create('twice', [TENURE], 'key-of-tab-2'),
    ])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    expect(await admin.names()).toHaveLength(1)
  })

  test('refuse a key that was used for something else', async () => {
    const admin = await as('admin')
    const id = idOf(await admin.create('One', [TENURE], 'a-key-used-before'))
    for (const answer of [
      await admin.create('Two', [TENURE], 'a-key-used-before'),
      await admin.rename(id, 'One', 'a-key-used-before'),
      await admin.remove(id, 'a-key-used-before'),
    ]) {
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect(await admin.names()).toEqual(['One'])
  })

  test('refuse a change without a key, and a key on a call that takes none', async () => {
    const headers = await server().signedIn('admin')
    const send = (url: string, body: object, more: Record<string, string> = {}) =>
      server().app.inject({ method: 'POST', url, payload: body, headers: { ...headers, ...more } })
    const rows = [TENURE]
    const without = await send('/api/create-filter-template', { template_name: 'One', filter_template_details: rows })
    expect([without.statusCode, without.json()]).toEqual([
      400,
      {
        code: 'idempotency_key_missing',
        detail: 'Send an Idempotency-Key header with this call, so that a repeat changes nothing twice.',
      },
    ])
    const key = { 'idempotency-key': crypto.randomUUID() }
    const superfluous = await send('/api/create-filter-link', { filter_template_details: rows }, key)
    expect([superfluous.statusCode, superfluous.json()]).toEqual([
      400,
      {
        code: 'idempotency_key_not_taken',
        detail: 'This call takes no Idempotency-Key header. Send it without one.',
      },
    ])
    expect(await (await as('admin')).names()).toEqual([])
  })

  test.each(['short', 'with space', 'x'.repeat(101), '<b>-12345678'])('refuse the key "%s"', async (key) => {
    const answer = await (await as('admin')).create('One', [TENURE], key)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toHaveProperty('fields.idempotency-key')
  })

  test('leave the key of a refused one free', async () => {
    const admin = await as('admin')
    const id = idOf(await admin.create('Taken'))
    expect((await admin.create('Taken', [TENURE], 'key-that-is-refused')).statusCode).toBe(409)
    await admin.remove(id)
    expect((await admin.create('Taken', [TENURE], 'key-that-is-refused')).statusCode).toBe(200)
  })

  test('remember a key for more than a day, and another person’s same key is another', async () => {
    const admin = await as('admin')
    const first = await admin.create('Kept', [TENURE], 'kept-for-a-while')
    await age(server(), 'kept-for-a-while', '25 hours')
    await admin.create('Another', [TENURE], 'makes-it-tidy-up')
    expect((await admin.create('Kept', [TENURE], 'kept-for-a-while')).json()).toEqual(first.json())
    const viewer = await as('viewer')
    expect((await viewer.create('Kept', [TENURE], 'kept-for-a-while')).json()).not.toEqual(first.json())
    await age(server(), 'kept-for-a-while', '8 days')
    await admin.create('A third', [TENURE], 'makes-it-tidy-up-2')
    expect((await admin.create('Kept', [TENURE], 'kept-for-a-while')).statusCode).toBe(409)
  })

  test('are renamed: the case of their own letters too, but not to another’s name', async () => {
    const admin = await as('admin')
    const id = idOf(await admin.create('First'))
    await admin.create('Second')
    expect((await admin.rename(id, ' FIRST ')).json()).toEqual({ template_id: id, filter_template_name: 'FIRST' })
    const taken = await admin.rename(id, 'second')
    expect([taken.statusCode, taken.json<{ detail: string }>().detail]).toEqual([
      409,
      'You already have a template called second.',
    ])
    expect((await admin.rename(id + 1_000, 'Third')).statusCode).toBe(404)
    expect(await admin.names()).toEqual(['FIRST', 'Second'])
  })

  test('renamed to one name at the same moment: one gets it', async () => {
    const admin = await as('admin')
    const ids = [
      idOf(await admin.create('First')),
      idOf(await admin.create('Second')),
      idOf(await admin.create('Third')),
    ]
    const answers = await Promise.all(ids.map((id) => admin.rename(id, 'Same')))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409])
    expect((await admin.names()).filter((name) => name === 'Same')).toHaveLength(1)
  })

  test('are deleted once; a repeated key answers as before, a new one 404', async () => {
    const admin = await as('admin')
    const id = idOf(await admin.create('Gone'))
    expect((await admin.remove(id, 'delete-it-please')).json()).toEqual({ template_id: id })
    expect((await admin.remove(id, 'delete-it-please')).json()).toEqual({ template_id: id })
    expect((await admin.remove(id)).statusCode).toBe(404)
    expect((await admin.values(id)).statusCode).toBe(404)
    expect(await admin.names()).toEqual([])
    expect((await admin.create('Gone')).statusCode).toBe(200)
  })

  test.each<[string, (admin: Caller, id: number) => Promise<unknown>, (admin: Caller, id: number) => Answer, string]>([
    [
      'a rename of one that another device renamed',
      (admin, id) => admin.rename(id, 'Theirs'),
      (admin, id) => admin.rename(id, 'Mine', undefined, SEEN),
      'Since you last saw it this template has been renamed to “Theirs”. Rename it again if you still want to.',
    ],
    [
      'a deletion of one that another device renamed',
      (admin, id) => admin.rename(id, 'Theirs'),
      (admin, id) => admin.remove(id, undefined, SEEN),
      'Since you last saw it this template has been renamed to “Theirs”. Delete it again if you still want to.',
    ],
    [
      'a deletion of one that another device shared',
      (admin, id) => admin.share(id, true),
      (admin, id) => admin.remove(id, undefined, SEEN),
      'Since you last saw it this template has been shared with your organisation, whose people may use it. Delete it again if you still want to.',
    ],
    [
      'a rename of one that another device deleted',
      (admin, id) => admin.remove(id),
      (admin, id) => admin.rename(id, 'Mine', undefined, SEEN),
      NO_SUCH,
    ],
  ])('of two devices the later is told: %s', async (_, theirs, mine, words) => {
    const admin = await as('admin')
    const id = idOf(await admin.create(SEEN.template_name))
    await theirs(admin, id)
    const names = await admin.names()
    const answer = await mine(admin, id)
    expect(answer.json<{ detail: string }>().detail).toBe(words)
    expect(await admin.names()).toEqual(names)
  })

  test('of two devices that gave one name both are content, and what was seen as it is may be changed', async () => {
    const admin = await as('admin')
    const id = idOf(await admin.create(SEEN.template_name))
    expect((await admin.rename(id, 'Agreed', undefined, SEEN)).statusCode).toBe(200)
    expect((await admin.rename(id, 'Agreed', undefined, SEEN)).statusCode).toBe(200)
    await admin.share(id, true)
    const seen = { template_name: 'Agreed', is_shared: true }
    expect((await admin.remove(id, undefined, seen)).statusCode).toBe(200)
  })

  test('keep a value that the catalogue has lost, so that the app can name it', async () => {
    const admin = await as('admin')
    const id = idOf(await admin.create('Older'))
    const old = {
      category_name: 'gone',
      filter_name: 'old',
      filter_display_name: 'Old',
      filter_value: { name: 'x', display_name: 'Castle' },
    }
    await server().services.database.asSystem((tx) =>
      tx
        .update(filterTemplates)
        .set({ rows: [old] })
        .where(eq(filterTemplates.id, id)),
    )
    expect((await admin.values(id)).json()).toEqual([old])
  })

  test.each(['0', '1.5', '"1"', 'null', '99999999999'])(
    'answer %s as an id with 422 and never with a 500',
    async (id) => {
      const admin = await as('admin')
      const answer = await admin.post('/api/filter-template-values', `{"template_id":${id}}`)
      expect(answer.statusCode).toBe(422)
    },
  )
})

const SEEN: SeenTemplate = { template_name: 'Before', is_shared: false }
type Caller = Awaited<ReturnType<typeof callerAs>>
type Answer = ReturnType<Caller['rename']>

const idOf = (answer: { json: <T>() => T }) => answer.json<{ template_id: number }>().template_id

async function callerAs(server: TestServer, person: SeededPerson, organisation?: 'ashford' | 'brynmor') {
  const headers = await server.signedIn(person, organisation)
  const post = (url: string, payload: string, key = keyHeaderFor(url)['idempotency-key']) =>
    server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    })
  const send = (url: string, body: unknown, key?: string) => post(url, JSON.stringify(body), key)
  return {
    post,
    names: async () => {
      const answer = await server.app.inject({ method: 'GET', url: '/api/user-filter-templates', headers })
      return answer.json<{ filter_template_name: string }[]>().map((template) => template.filter_template_name)
    },
    shared: async () =>
      (await server.app.inject({ method: 'GET', url: '/api/shared-filter-templates', headers })).json<unknown[]>(),
    readyMade: async () =>
      getReadyMadeTemplates.reply.parse(
        (await server.app.inject({ method: 'GET', url: '/api/ready-made-filter-templates', headers })).json(),
      ),
    share: (template_id: number, is_shared: boolean) => send('/api/share-filter-template', { template_id, is_shared }),
    link: (filter_template_details: unknown, view?: unknown) =>
      send('/api/create-filter-link', { filter_template_details, view }),
    open: (code: string) => send('/api/open-filter-link', { code }),
    create: (template_name: string, filter_template_details: unknown = [TENURE], key?: string) =>
      send('/api/create-filter-template', { template_name, filter_template_details }, key),
    values: (template_id: number) => send('/api/filter-template-values', { template_id }),
    rename: (template_id: number, template_name: string, key?: string, seen?: SeenTemplate) =>
      send('/api/rename-filter-template', { template_id, template_name, seen }, key),
    remove: (template_id: number, key?: string, seen?: SeenTemplate) =>
      send('/api/delete-filter-template', { template_id, seen }, key),
  }
}

/** Moves a key into the past. */
const age = (server: TestServer, key: string, by: string) =>
  server.services.database.asSystem((tx) =>
    tx
      .update(idempotencyKeys)
      .set({ createdAt: sql`now() - ${by}::interval` })
      .where(eq(idempotencyKeys.key, key)),
  )
