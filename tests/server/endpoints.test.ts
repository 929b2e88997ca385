import type { LightMyRequestResponse as Response } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './harness/endpoints'
import { faultSchema } from '../../src/contract/fault'
import type { Endpoint } from '../../src/contract/endpoint'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/** The only calls that need no session. */
const PUBLIC = [
  'findOrganisationsByDomain',
  'getAccessibilityContact',
  'getOrganisationChoice',
  'chooseOrganisation',
  'receiveNotifyCallback',
  'receiveText',
  'beginHandover',
  'getHandover',
]

/** Of those, who read nothing without their token. */
const BY_TOKEN = ['receiveNotifyCallback', 'receiveText', 'beginHandover']

/** A body of two bytes more than 4 MB. */
const TOO_LARGE = `"${'x'.repeat(4 * 1024 * 1024)}"`

const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ in: z.string(), name: z.string(), required: z.boolean().optional() })).optional(),
})

/** What no call may ever break on, in the place of a body. */
const HOSTILE_BODIES: readonly [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 12],
  ['a text', 'text'],
  ['a list', []],
  ['an empty object', {}],
  ['an object too deep', JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`)],
  ['unknown keys', { constructor: 1, toString: 'x' }],
]

/** What no call may ever break on, in the place of each field. */
const HOSTILE_VALUES: readonly unknown[] = [
  '\0',
  'a\0b',
  '',
  ' ',
  '<script>alert(1)</script>',
  "'; drop table people; --",
  'x'.repeat(100_000),
  '\ud800',
  '\u202e',
  '💩',
  0,
  -1,
  1e308,
  2 ** 53,
  null,
  true,
  [],
  {},
  ['\0'],
  [null],
  [[[]]],
  { a: { b: '\0' } },
]

onEngine('postgresql', 'Every call', {}, (server) => {
  let admin: { cookie: string; origin: string }
  /** May make every call: nothing that others send is read. */
  let superAdmin: typeof admin
  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', [{}, { household_reference: 'TST-0002' }])
    admin = await server().signedIn('admin')
    superAdmin = await server().signedIn('staff')
  })

  const headersOf = ({ method, idempotent }: Endpoint) => ({
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    ...(idempotent ? { 'idempotency-key': 'a-key-of-the-tests' } : {}),
  })

  let calls = 0
  /** Each call from an address of its own, so that rate limits do not answer in the call's place. */
  const address = () => `10.0.${Math.floor(++calls / 250) % 250}.${calls % 250}`

  const call = (endpoint: Endpoint, headers: Record<string, string>, payload?: unknown, query = '') =>
    server().app.inject({
      method: endpoint.method,
      url: endpoint.path + query,
      remoteAddress: address(),
      headers: { ...headers, ...headersOf(endpoint) },
      ...(endpoint.method === 'POST' && payload !== undefined ? { payload: JSON.stringify(payload) } : {}),
    })

  const expectNoFault500 = (response: Response, what: string) => {
    expect(response.statusCode, `${what}: ${response.body.slice(0, 300)}`).toBeLessThan(500)
    if (response.statusCode >= 400) expect(faultSchema.safeParse(response.json()).success, what).toBe(true)
  }

  const each = endpoints.map((endpoint) => [endpoint.name, endpoint] as const)
  const guarded = each.filter(([name]) => !PUBLIC.includes(name))
  const posts = each.filter(([, { method }]) => method === 'POST')

  test.each(each)('%s is mounted', (_name, { method, path }) => {
    expect(server().app.hasRoute({ method, url: path })).toBe(true)
  })

  test.each(guarded)('%s needs a session, and says so before it looks at anything else', async (_name, endpoint) => {
    const carried: Record<string, string>[] = [
      {},
      { cookie: 'doorstep=made-up' },
      { cookie: `doorstep=${'x'.repeat(3_000)}` },
    ]
    for (const headers of carried) {
      const response = await call(endpoint, headers, { nonsense: true })
      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ code: 'not_signed_in' })
    }
  })

  test.each(posts)('%s is refused from another origin', async (_name, endpoint) => {
    const from: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of from) {
      const response = await call(endpoint, { ...admin, ...headers }, {})
      expect([response.statusCode, response.json()]).toEqual([403, { detail: 'unauthorized', code: 'unauthorized' }])
    }
  })

  test.each(posts)('%s answers bad input with a fault that names it, never with 500', async (_name, endpoint) => {
    for (const [what, body] of HOSTILE_BODIES) expectNoFault500(await call(endpoint, superAdmin, body), what)
    for (const text of ['{', '{"a":', '\0', 'not json', '{"__proto__":{"a":1}}']) {
      const response = await server().app.inject({
        method: 'POST',
        url: endpoint.path,
        remoteAddress: address(),
        headers: { ...superAdmin, ...headersOf(endpoint) },
        payload: text,
      })
      expect(response.statusCode, text).toBe(BY_TOKEN.includes(endpoint.name) ? 401 : 400)
    }
    for (const [path, body] of hostileVariants(endpoint)) expectNoFault500(await call(endpoint, superAdmin, body), path)
  })

  test.each(each)('%s takes any query without falling over', async (_name, endpoint) => {
    for (const query of [
      '?query=%00',
      '?query=%FF',
      '?limit=-1',
      '?limit=1e9',
      '?limit=abc',
      '?query=a&query=b',
      '?__proto__[a]=1',
      `?query=${'x'.repeat(5_000)}`,
      '?filter_name=nope',
      '?id=%00',
      '?campaign_id=99999999999999999999',
    ]) {
      expectNoFault500(await call(endpoint, admin, {}, query), query)
    }
  })

  test.each(posts)('%s refuses a body that is too large', async (_name, endpoint) => {
    const response = await server().app.inject({
      method: 'POST',
      url: endpoint.path,
      remoteAddress: address(),
      headers: { ...superAdmin, ...headersOf(endpoint) },
      payload: TOO_LARGE,
    })
    const { code } = response.json<{ code: string }>()
    if (BY_TOKEN.includes(endpoint.name)) expect(response.statusCode).toBe(401)
    else expect([response.statusCode, code]).toEqual([413, 'too_large'])
  })

  test('names the field that is wrong, in words', async () => {
    const send = (payload: unknown) =>
      server().app.inject({
        method: 'POST',
        url: '/api/streetview-ward-data',
        headers: { ...admin, 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      })
    expect((await send({ filter_request_list: [{ filter_name: 3, filter_value_list: 'x' }] })).json()).toEqual({
      code: 'invalid_input',
      detail: 'This must be text.',
      fields: {
        'filter_request_list.0.filter_name': 'This must be text.',
        'filter_request_list.0.filter_value_list': 'This must be a list.',
        dynamic_filter_value_request_list: 'This is required.',
      },
    })
    const nul = await send({
      filter_request_list: [],
      dynamic_filter_value_request_list: [{ filter_name: 'ward', filter_value_list: ['a', 'b\0'] }],
    })
    expect(nul.statusCode).toBe(422)
    expect(Object.keys(nul.json<{ fields: object }>().fields)).toEqual([
      'dynamic_filter_value_request_list.0.filter_value_list.1',
    ])
  })

  test('is in the API document, with its own name and the key that it requires', async () => {
    const document = z
      .object({
        openapi: z.string(),
        paths: z.record(z.string(), z.record(z.string(), operationSchema)),
      })
      .parse((await server().app.inject({ url: '/api/docs/json', headers: await server().signedIn('viewer') })).json())
    for (const { method, path, name, idempotent } of endpoints) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      const headers = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'header')
      const key: unknown = expect.objectContaining({ name: 'idempotency-key', required: true })
      expect(headers, name).toEqual(idempotent ? [key] : [])
    }
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
  })
})

/** Bodies that are right in all but one place. What the contract refuses is sent for the first of a call's fields. */
function hostileVariants({ body }: Endpoint): [string, unknown][] {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const right = example(schema)
  const variants = pathsOf(right).flatMap((path, index) =>
    HOSTILE_VALUES.map((value) => ({ path, index, value, variant: replaced(right, path, value) })),
  )
  return variants
    .filter(({ index, variant }) => index === 0 || body.safeParse(variant).success)
    .map(({ path, value, variant }) => [`${path.join('.')} = ${JSON.stringify(value).slice(0, 40)}`, variant])
}

type Json = z.core.JSONSchema.BaseSchema

/** Something of the schema's shape. */
function example(schema: z.core.JSONSchema._JSONSchema): unknown {
  if (typeof schema === 'boolean') return 'anything'
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return example(first)
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, example(inner)]))
    case 'array':
      return Array.isArray(schema.items) || !schema.items ? [] : [example(schema.items)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'string':
      return stringOf(schema)
    default:
      return null
  }
}

const stringOf = ({ format }: Json): string =>
  format === 'uuid' ? '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11' : format === 'date' ? '2026-10-01' : 'text'

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return path.length ? [path] : []
  const inner = Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))
  return path.length ? [path, ...inner] : inner
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? replaced(item, rest, by) : item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [
      name,
      name === key ? replaced(item, rest, by) : item,
    ]),
  )
}
