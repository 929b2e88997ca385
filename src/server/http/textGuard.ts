import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { invalidInput } from './faults'

/** Refuses NUL and lone surrogates, which PostgreSQL cannot store, with 422. */
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
