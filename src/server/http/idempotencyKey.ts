import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { badRequest, invalidInput } from './faults'

const HEADER = 'idempotency-key'
const KEY_SHAPE = /^[\w-]{8,100}$/
const KEY_RULE = 'Use 8 to 100 letters, digits, hyphens or underscores.'

/** For the OpenAPI document. */
export const idempotencyHeaders = z.looseObject({
  [HEADER]: z
    .string()
    .regex(KEY_SHAPE)
    .describe(`One for each change; a repeat with the same key and body is answered as the first time. ${KEY_RULE}`),
})

/** A key exactly where the endpoint is idempotent. */
export type KeyOf<Once extends boolean> = Once extends true ? string : undefined

declare const isKept: unique symbol

/** Stored under its key; only modules/platform/idempotency makes one. */
export type Kept<Answer> = Answer & { readonly [isKept]: true }

/** @throws Fault 400 for a missing or superfluous key, 422 for a malformed one */
export function requireKey<Once extends boolean>(
  { idempotent }: Endpoint<z.ZodType, z.ZodType, z.ZodType, Once>,
  { headers }: FastifyRequest,
): KeyOf<Once> {
  // Node joins a repeated header with commas, which no key contains.
  const key = headers[HEADER]?.toString()
  if (idempotent && key === undefined) {
    throw badRequest(
      'Send an Idempotency-Key header with this call, so that a repeat changes nothing twice.',
      'idempotency_key_missing',
    )
  }
  if (!idempotent && key !== undefined) {
    throw badRequest('This call takes no Idempotency-Key header. Send it without one.', 'idempotency_key_not_taken')
  }
  if (key !== undefined && !KEY_SHAPE.test(key)) throw invalidInput({ [HEADER]: KEY_RULE })
  // Checked above.
  return key as KeyOf<Once>
}
