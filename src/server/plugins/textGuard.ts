import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { invalidInput } from '../faults'

/**
 * Refuses the NUL character and halves of characters anywhere in a body or query with 422 and the field's path:
 * PostgreSQL cannot store the one in a text, nor the other in JSON, and no name, reference or filter holds one. Runs
 * after the authorisation and the schemas. Parts of a path are parsed by their routes.
 */
export function textGuardPlugin(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    const path = pathOfUnstorable(request.body, []) ?? pathOfUnstorable(request.query, [])
    if (path) throw invalidInput({ [path.join('.') || 'body']: 'This holds a character that cannot be stored.' })
  })
}

const UNSTORABLE = /[\0\p{Cs}]/u

function pathOfUnstorable(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? path : undefined
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || value instanceof Readable)
    return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = UNSTORABLE.test(key) ? path : pathOfUnstorable(inner, [...path, key])
    if (found) return found
  }
  return undefined
}
