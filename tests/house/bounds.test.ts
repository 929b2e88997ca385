import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../server/harness/endpoints'
import { atMost, listBounds, text } from '../../src/contract/bounded'

/** What a field may be made of; zod's types are narrowed by their definition's name. */
type Definition = z.core.$ZodTypes['_zod']['def']

/** The places of a schema that take text or a list of any length, or look at it before its length. */
function unbounded(schema: z.core.$ZodType, path: string): string[] {
  // Every schema of zod is one of $ZodTypes.
  const definition = schema._zod.def as Definition
  switch (definition.type) {
    case 'string': {
      const [first] = definition.checks ?? []
      const check = first?._zod.def
      return check?.check === 'max_length' && check.abort === true ? [] : [path]
    }
    case 'array':
      return [`${path}[]`, ...unbounded(definition.element, `${path}[]`)]
    case 'object':
      return Object.entries(definition.shape).flatMap(([name, field]) => unbounded(field, `${path}.${name}`))
    case 'union':
      return definition.options.flatMap((option) => unbounded(option, path))
    case 'optional':
    case 'nullable':
    case 'default':
      return unbounded(definition.innerType, path)
    case 'pipe': {
      if (!listBounds.has(schema)) return unbounded(definition.in, path)
      const list = definition.out._zod.def as Definition
      return list.type === 'array' ? unbounded(list.element, `${path}[]`) : [path]
    }
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'undefined':
      return []
    default:
      return [`${path}: ${definition.type}`]
  }
}

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s bounds every text and list that it takes, before anything else',
  (_name, { query, body }) => {
    expect([...unbounded(query, 'query'), ...unbounded(body, 'body')]).toEqual([])
  },
)

test('a field without a bound is found, wherever it is', () => {
  const schema = z.object({
    plain: z.string(),
    tooLate: z.string().trim().max(5, { abort: true }),
    goesOn: z.string().max(5),
    ofOneForm: z.uuid(),
    list: z.array(text(5)).max(5),
    inside: atMost(5, z.array(z.object({ name: z.string() }))).optional(),
    right: atMost(5, z.array(text(5))),
  })
  expect(unbounded(schema, 'body')).toEqual([
    'body.plain',
    'body.tooLate',
    'body.goesOn',
    'body.ofOneForm',
    'body.list[]',
    'body.inside[].name',
  ])
})

test('what is longer than its bound is looked at by nothing else', () => {
  const look = () => {
    throw new Error('It was looked at.')
  }
  expect(text(5).refine(look).safeParse('x'.repeat(6)).success).toBe(false)
  expect(atMost(2, z.array(text(5).refine(look))).safeParse(['a', 'b', 'c']).success).toBe(false)
})
