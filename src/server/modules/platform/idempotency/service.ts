/** Key, change and reply commit together; a refusal leaves the key free. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { Fault } from '../../../http/faults'
import type { Kept } from '../../../http/idempotencyKey'
import type { Person } from '../../../http/person'
import * as repo from './repo'

/** Devices may be offline over a long weekend. */
const KEPT_DAYS = 7

export interface OnceCall<Reply extends z.ZodType> {
  person: Person
  endpoint: Endpoint<z.ZodType, z.ZodType, Reply, true>
  key: string
  body: unknown
}

export type IdempotencyService = ReturnType<typeof createIdempotencyService>

/** Stores replies by `Idempotency-Key`. */
export function createIdempotencyService({ database }: { database: Database }) {
  return {
    /** @throws Fault 422 for another request's key */
    async once<Reply extends z.ZodType>(
      call: OnceCall<Reply>,
      work: (tx: Tx) => Promise<z.output<Reply>>,
    ): Promise<Kept<z.output<Reply>>> {
      const { person, key } = call
      const claim = {
        organisationId: person.organisationId,
        personId: person.userId,
        key,
        requestHash: hashOf(call.endpoint.name, call.body),
      }
      const reply = await database.forOrganisation(person.organisationId, async (tx) => {
        await repo.forgetBefore(tx, new Date(Date.now() - KEPT_DAYS * 24 * 60 * 60 * 1000))
        if (await repo.claim(tx, claim)) {
          const reply = await work(tx)
          await repo.keepReply(tx, claim, reply)
          return reply
        }
        const earlier = await repo.find(tx, claim)
        if (earlier?.requestHash !== claim.requestHash) {
          throw new Fault(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.')
        }
        return call.endpoint.reply.parse(earlier.reply)
      })
      // The mark is only for the type checker: idempotent routes take no other answer.
      return reply as Kept<z.output<Reply>>
    },
  }
}

const hashOf = (operation: string, body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([operation, body]))
    .digest('hex')
