import { expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from './harness/endpoints'
import { onEngine } from './harness/server'

/** zod's types are narrowed by their definition's name. */
type Definition = z.core.$ZodTypes['_zod']['def']
// Every schema of zod is one of $ZodTypes.
const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as Definition

/** A value that reaches the text. */
interface Probe {
  readonly path: string
  readonly value: (words: string) => unknown
}

/** A value for each text of a schema, with what is long in that place alone. */
function probes(schema: z.core.$ZodType): Probe[] {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'string':
      return [{ path: '', value: (words) => words }]
    case 'array':
      return probes(definition.element).map(({ path, value }) => ({
        path: `.0${path}`,
        value: (words) => [value(words)],
      }))
    case 'object':
      return Object.entries(definition.shape).flatMap(([name, field]) =>
        probes(field).map(({ path, value }) => ({
          path: `.${name}${path}`,
          value: (words: string) => ({ ...literals(definition.shape), [name]: value(words) }),
        })),
      )
    case 'union':
      return definition.options.flatMap(probes)
    case 'optional':
    case 'nullable':
    case 'default':
      return probes(definition.innerType)
    case 'pipe':
      return probes(definitionOf(definition.in).type === 'transform' ? definition.out : definition.in)
    default:
      return []
  }
}

/** What says of which kind an object is. */
const literals = (shape: Readonly<Record<string, z.core.$ZodType>>) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      const definition = definitionOf(field)
      return definition.type === 'literal' ? [[name, definition.values[0]]] : []
    }),
  )

/** What quadratic patterns took long for. */
const LONG = 'a'.repeat(100_000)

const WITH_TOKEN = ['receiveNotifyCallback', 'receiveText', 'beginHandover', 'getHandover']

onEngine('embedded', '100,000 characters', {}, (server) => {
  const cases = endpoints.flatMap((endpoint) =>
    (['query', 'body'] as const).flatMap((part) =>
      probes(endpoint[part]).map((probe) => [`${endpoint.name} ${part}${probe.path}`, endpoint, part, probe] as const),
    ),
  )

  test('are tried in every text that the contract takes', () => {
    expect(cases.map(([name]) => name)).toContain('askAssistant body.content.0.content.0.text')
    expect(cases.length).toBeGreaterThan(50)
  })

  test.each(cases)('in %s are refused, by the name of the field', async (_name, endpoint, part, { path, value }) => {
    const callAs = async (person: 'staff' | 'admin') =>
      server().app.inject({
        method: endpoint.method,
        url: endpoint.path,
        headers: await server().signedIn(person),
        // The contract's queries and bodies are objects.
        ...(part === 'query' ? { query: value(LONG) as Record<string, string> } : { payload: value(LONG) as object }),
      })
    const asStaff = await callAs('staff')
    const answer = asStaff.statusCode === 403 ? await callAs('admin') : asStaff
    // Calls of other programs are asked for their token first.
    expect(answer.statusCode).toBeOneOf(WITH_TOKEN.includes(endpoint.name) ? [401] : [400, 422])
    if (answer.statusCode === 422) expect(answer.json<{ fields: object }>().fields).toHaveProperty([path.slice(1)])
    expect(answer.body.length).toBeLessThan(10_000)
  })
})
