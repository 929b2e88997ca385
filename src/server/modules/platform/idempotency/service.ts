/** Key, change and reply commit together; a refusal leaves the key free. */
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { Fault } from '../../../http/faults'
import type { Kept } from '../../../http/idempotencyKey'
import type { Person } from '../../../http/person'
import { isKeyedMac, type Secrets } from '../../../lib/secrets'
import * as repo from './repo'

/** Devices may be offline over a long weekend. */
const KEPT_DAYS = 7

/** How many keys one person has at most: docs/security.md#what-one-person-can-store. */
const MAX_KEYS = 2_000

export interface OnceCall<Reply extends z.ZodType> {
  person: Person
  endpoint: Endpoint<z.ZodType, z.ZodType, Reply, true>
  key: string
  body: unknown
}

export type IdempotencyService = ReturnType<typeof createIdempotencyService>

/** Stores replies by `Idempotency-Key`. */
export function createIdempotencyService(deps: {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'mac' | 'macs' | 'checkMac'>
}) {
  const { database, secrets } = deps
  const hasKey = secrets.macs('').length > 0

  /** Made without a key, or forgotten: nothing is known of the body. */
  const isOfAnother = (requestHash: string, call: OnceCall<z.ZodType>) =>
    secrets.checkMac(describeCall(call, isKeyedMac(requestHash)), requestHash) === 'wrong'

  return {
    /** Deletes replies that are no longer promised. */
    deleteOld: () => database.asSystem((tx) => repo.forgetBefore(tx, oldest())),

    /** @throws Fault 422 for another request's key; 429 for too many */
    async once<Reply extends z.ZodType>(
      call: OnceCall<Reply>,
      work: (tx: Tx) => Promise<z.output<Reply>>,
    ): Promise<Kept<z.output<Reply>>> {
      const { person, key } = call
      const claim = {
        organisationId: person.organisationId,
        personId: person.userId,
        key,
        requestHash: secrets.mac(describeCall(call, hasKey)),
      }
      const reply = await database.forOrganisation(person.organisationId, async (tx) => {
        await repo.forgetBefore(tx, oldest())
        if (await repo.claim(tx, claim)) {
          if ((await repo.countKeys(tx, claim)) > MAX_KEYS) throw tooManyChanges()
          const reply = await work(tx)
          await repo.keepReply(tx, claim, reply)
          return reply
        }
        const earlier = await repo.find(tx, claim)
        const isSame = earlier && !isOfAnother(earlier.requestHash, call)
        // Where nothing is known of the request, its reply may still tell.
        const kept = isSame ? call.endpoint.reply.safeParse(earlier.reply) : undefined
        if (!kept?.success) {
          throw new Fault(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.')
        }
        return kept.data
      })
      // The mark is only for the type checker: idempotent routes take no other answer.
      return reply as Kept<z.output<Reply>>
    },
  }
}

const tooManyChanges = () =>
  new Fault(
    429,
    'too_many_changes',
    `You have made ${MAX_KEYS.toLocaleString('en-GB')} changes within ${KEPT_DAYS} days, which is as many as Doorstep remembers of a person. Try again tomorrow.`,
  )

const oldest = () => new Date(Date.now() - KEPT_DAYS * 24 * 60 * 60 * 1000)

/** Without a key the body is left out: its references could be guessed from a plain hash, erased ones too. */
const describeCall = ({ endpoint, key, body }: OnceCall<z.ZodType>, withBody: boolean): string =>
  JSON.stringify(['request', endpoint.name, key, ...(withBody ? [body] : [])])
