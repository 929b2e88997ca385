import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { invalidInput } from '../faults'

/**
 * Refuses the NUL character anywhere in a body or query with 422 and the field's path: PostgreSQL cannot
 * store it, and no name, reference or filter holds one. Runs after the authorisation and the
 * schemas. Parts of a path are parsed by their routes.
 */
export function textGuardPlugin(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    const path = pathOfNul(request.body, []) ?? pathOfNul(request.query, [])
    if (path) throw invalidInput({ [path.join('.') || 'body']: 'This holds a character that cannot be used (NUL).' })
  })
}

function pathOfNul(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || value instanceof Readable) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = key.includes('\0') ? path : pathOfNul(inner, [...path, key])
    if (found) return found
  }
  return undefined
}
