/** Receipts may be late, repeated or out of order (docs/product.md#delivery). */
import { z } from 'zod'
import type { Channel } from '#contract/households/channels'
import type { RecipientState } from '#contract/campaigns/recipients'
import type { NotifyClient } from '../../../clients/notify'
import { inBatches } from '../../../db/batches'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Clock } from '../../../db/time'
import type { JobKind, Queue } from '../../../jobs/queue'
import { createSlice } from '../../../jobs/slice'
import {
  findMessages,
  keepLateReceipts,
  listUndecided,
  markDeliveries,
  type DeliveryChange,
  type FoundMessage,
  type MessageName,
} from '../recipients/sendingRepo'
import type { ContactsService } from '../../households/contacts/service'

interface Delivery {
  readonly state: RecipientState
  readonly reason: string | null
}

const DELIVERIES: ReadonlyMap<string, Delivery> = new Map<string, Delivery>([
  ['delivered', { state: 'delivered', reason: null }],
  ['received', { state: 'delivered', reason: null }],
  ['temporary-failure', { state: 'temporary_failure', reason: 'The phone was off or out of reach.' }],
  ['permanent-failure', { state: 'permanent_failure', reason: 'The number does not exist or takes no texts.' }],
  ['technical-failure', { state: 'technical_failure', reason: 'GOV.UK Notify had a technical fault.' }],
  ['validation-failed', { state: 'technical_failure', reason: 'GOV.UK Notify did not accept the letter’s layout.' }],
  ['virus-scan-failed', { state: 'technical_failure', reason: 'GOV.UK Notify’s virus scan did not pass the letter.' }],
  ['cancelled', { state: 'technical_failure', reason: 'The letter was cancelled at GOV.UK Notify.' }],
  ['returned-letter', { state: 'returned', reason: 'The letter came back.' }],
])
const NOT_PRINTED: Delivery = {
  state: 'technical_failure',
  reason: 'GOV.UK Notify’s printer could not print the letter.',
}

const findDelivery = (status: string, channel: Channel): Delivery | undefined =>
  status === 'permanent-failure' && channel === 'print_and_post' ? NOT_PRINTED : DELIVERIES.get(status)

/** Anything may follow an unconfirmed message. */
function mayFollow(next: RecipientState, { state, sentAt }: { state: RecipientState; sentAt: Date | null }): boolean {
  if (sentAt === null || state === 'sending') return true
  if (state === 'temporary_failure') return next === 'delivered' || next === 'returned'
  return state === 'delivered' && next === 'returned'
}

export interface DeliveryReceipt {
  readonly organisationId?: string
  /** Without it, `providerId` identifies the message. */
  readonly reference: string | undefined
  readonly providerId: string
  readonly status: string
}

interface ReceiptDependencies {
  readonly database: Database
  readonly contacts: Pick<ContactsService, 'markDeadNumbers'>
  readonly clock: Clock
}

interface Change extends DeliveryChange {
  readonly receipt: DeliveryReceipt
  readonly found: FoundMessage
}

/** Only texts fail for good. */
const isDead = ({ state }: DeliveryChange) => state === 'permanent_failure'

/** Thousands arrive at once; small batches let other work through. */
const RECEIPTS_TOGETHER = { most: 50, gatherMs: 10 }

/** Records receipts, batched. @returns whether one changed anything */
export function createReceipts({ database, contacts, clock }: ReceiptDependencies) {
  /** Also marks dead numbers. @returns references that no other update preceded */
  async function recordDeliveries(changes: readonly Change[]): Promise<string[]> {
    const now = await database.asSystemWithoutTransaction((tx) => clock.now(tx))
    const mark = (tx: Tx) => markDeliveries(tx, changes, now)
    if (!changes.some(isDead)) return database.asSystemWithoutTransaction(mark)
    return database.asSystem(async (tx) => {
      const marked = await mark(tx)
      const dead = changes.filter((change) => isDead(change) && marked.includes(change.found.reference))
      for (const organisationId of new Set(dead.map(({ found }) => found.organisationId))) {
        const numbers = dead.flatMap(({ found }) =>
          found.organisationId === organisationId ? (found.destination ?? []) : [],
        )
        await contacts.markDeadNumbers(tx, organisationId, numbers)
      }
      return marked
    })
  }

  /** Whether each receipt changed anything; none for one to judge again. */
  const takeTogether = inBatches<DeliveryReceipt, boolean>(async (receipts) => {
    const find = indexMessages(
      await database.asSystemWithoutTransaction((tx) => findMessages(tx, receipts.map(nameMessage))),
    )
    const verdicts = new Map<DeliveryReceipt, boolean>()
    const changes = new Map<string, Change>()
    const late = new Map<string, string>()
    for (const receipt of receipts) {
      const found = find(receipt)
      const delivery = found && findDelivery(receipt.status, found.channel)
      if (found?.isCancelled) late.set(found.reference, receipt.status)
      // Not ours, resent under a new reference, or of a cancelled campaign.
      if (found?.isCancelled || !delivery || !mayFollow(delivery.state, found)) verdicts.set(receipt, false)
      else if (!changes.has(found.reference)) {
        changes.set(found.reference, {
          receipt,
          found,
          ...delivery,
          providerId: found.providerId ?? receipt.providerId,
        })
      }
    }
    if (late.size > 0) {
      const kept = [...late].map(([reference, status]) => ({ reference, status }))
      await database.asSystemWithoutTransaction((tx) => keepLateReceipts(tx, kept))
    }
    if (changes.size > 0) {
      for (const reference of await recordDeliveries([...changes.values()])) {
        const change = changes.get(reference)
        if (change) verdicts.set(change.receipt, true)
      }
    }
    return verdicts
  }, RECEIPTS_TOGETHER)

  return async (receipt: DeliveryReceipt): Promise<boolean> => {
    if (!DELIVERIES.has(receipt.status)) return false
    for (;;) {
      const isTaken = await takeTogether(receipt)
      if (isTaken !== undefined) return isTaken
      // The sender or another receipt came first.
    }
  }
}

const nameMessage = ({ reference, providerId }: DeliveryReceipt): MessageName =>
  reference === undefined ? { providerId } : { reference }

function indexMessages(messages: readonly FoundMessage[]): (receipt: DeliveryReceipt) => FoundMessage | undefined {
  const byReference = new Map(messages.map((message) => [message.reference, message]))
  const byProviderId = new Map(messages.map((message) => [message.providerId, message]))
  return ({ reference, providerId, organisationId }) => {
    const found = reference === undefined ? byProviderId.get(providerId) : byReference.get(reference.toLowerCase())
    return organisationId === undefined || found?.organisationId === organisationId ? found : undefined
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds before each poll: callbacks get lost, and posted letters have none. */
export const ROUNDS: readonly number[] = [15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, DAY, DAY, DAY, DAY]

const data = z.object({
  campaignId: z.number().int(),
  organisationId: z.uuid(),
  round: z.number().int().min(0),
  after: z.number().int(),
})
export type CheckingWork = z.infer<typeof data>

export const CHECK_DELIVERIES: JobKind<CheckingWork> = {
  name: 'check-deliveries',
  data,
  expiresInSeconds: 120,
  // Two sendings' rounds may overlap.
  oneWaiting: ({ campaignId, round }) => `${campaignId} ${round}`,
}

const BATCH = 100
const AT_ONCE = 5
const SLICE_MS = 10_000
const AWAY_SECONDS = 60

export interface CheckingDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly notify: NotifyClient | undefined
  readonly rounds: readonly number[]
  readonly take: (receipt: DeliveryReceipt) => Promise<unknown>
}

/** Polls a slice of undecided messages and queues the rest. */
export async function checkDeliveries(
  deps: CheckingDependencies,
  work: CheckingWork,
  stopping?: AbortSignal,
): Promise<void> {
  const { database, queue, notify, rounds, take } = deps
  const { organisationId, campaignId, round } = work
  if (!notify) return
  const isOver = createSlice(SLICE_MS, stopping)
  let { after } = work
  const goOn = (options: { afterSeconds?: number }) =>
    database.forOrganisation(organisationId, (tx) => queue.send(tx, CHECK_DELIVERIES, { ...work, after }, options))
  const ask = async ({ reference, providerId }: { reference: string; providerId: string | null }): Promise<boolean> => {
    const found = await notify.findById(providerId ?? '')
    if (found.kind === 'found') await take({ reference, providerId: found.id, status: found.status })
    return found.kind === 'found' || found.kind === 'absent'
  }
  for (;;) {
    const batch = await database.forOrganisation(organisationId, (tx) =>
      listUndecided(tx, campaignId, { after, limit: BATCH }),
    )
    for (let start = 0; start < batch.length; start += AT_ONCE) {
      const some = batch.slice(start, start + AT_ONCE)
      const answered = await Promise.all(some.map(ask))
      if (!answered.includes(true)) return goOn({ afterSeconds: AWAY_SECONDS })
      after = some.at(-1)?.position ?? after
    }
    if (batch.length < BATCH) break
    if (isOver()) return goOn({})
  }
  const seconds = rounds[round + 1]
  if (seconds === undefined) return
  await database.forOrganisation(organisationId, async (tx) => {
    const isAnyLeft = (await listUndecided(tx, campaignId, { after: -1, limit: 1 })).length > 0
    if (isAnyLeft) {
      await queue.send(tx, CHECK_DELIVERIES, { ...work, round: round + 1, after: -1 }, { afterSeconds: seconds })
    }
  })
}
