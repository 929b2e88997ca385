import { timingSafeEqual, createHash } from 'node:crypto'
import type { NotifyCallback } from '#contract/notifyCallback'
import type { NotifyClient } from '../../clients/notify'
import { inBackground } from '../../db/background'
import type { Database, Tx } from '../../db/database'
import type { Queue } from '../../jobs/queue'
import { SEND_CAMPAIGN, type CampaignsService } from '../campaigns/service'
import { CHECK_DELIVERIES, checkDeliveries, isTimeToAsk, ROUNDS } from './checking'
import { recordsClock } from './clock'
import { deliveryOf, isDecided, mayFollow } from './deliveryStates'
import * as repo from './repo'
import { createSender, type LetterMaker, type SenderOptions } from './sender'
import * as words from './words'

export type { LetterMaker, SenderOptions } from './sender'

export interface MessagesDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly campaigns: CampaignsService
  /** GOV.UK Notify or its stand-in; absent: nothing can be sent, and campaigns say so. */
  readonly notify: NotifyClient | undefined
  /** Absent: letters wait. */
  readonly letters?: LetterMaker | undefined
  /** What the provider shows with its callbacks; absent: they are refused. */
  readonly callbackToken: string | undefined
  /** Seconds before each round of asking what became of messages; a week's worth where nothing is said. */
  readonly checkAfterSeconds?: readonly number[] | undefined
  /** For tests. */
  readonly sending?: SenderOptions | undefined
}

export type MessagesService = ReturnType<typeof createMessagesService>

/** Hands messages over to the provider and hears what became of them. Build it before the queue starts. */
export function createMessagesService(deps: MessagesDependencies) {
  const { database, queue, campaigns, notify, letters, callbackToken, checkAfterSeconds = ROUNDS, sending = {} } = deps
  const sender = createSender({ database, campaigns, notify, letters }, sending)

  /** What the provider says of a message changes it, unless it is old. @returns whether it was news. */
  async function take({
    reference,
    providerId,
    status,
  }: {
    reference: string | undefined
    providerId: string
    status: string
  }): Promise<boolean> {
    if (!isDecided(status)) return false
    return database.asSystem(async (tx) => {
      const found =
        reference === undefined
          ? await repo.holdByProviderId(tx, providerId)
          : await repo.holdByReference(tx, reference)
      const delivery = found && deliveryOf(status, found.channel)
      // Not ours, or of a message that was sent again since, under another reference.
      if (!delivery || !mayFollow(delivery.state, found)) return false
      const now = await (sending.clock ?? recordsClock).now(tx)
      await repo.markDelivery(
        tx,
        { ...delivery, reference: found.reference, providerId: found.providerId ?? providerId },
        now,
      )
      return true
    })
  }

  queue.work(SEND_CAMPAIGN, async (work) => {
    const end = await sender.slice(work)
    const queueIn = (send: Parameters<typeof database.forOrganisation<void>>[1]) =>
      database.forOrganisation(work.organisationId, send)
    const [first] = checkAfterSeconds
    if (end.kind === 'again') {
      await queueIn((tx) => queue.send(tx, SEND_CAMPAIGN, work, { afterSeconds: Math.ceil(end.milliseconds / 1000) }))
    }
    if (first !== undefined && isTimeToAsk(end)) {
      await queueIn((tx) => queue.send(tx, CHECK_DELIVERIES, { ...work, round: 0, after: -1 }, { afterSeconds: first }))
    }
  })
  queue.work(CHECK_DELIVERIES, (work) =>
    checkDeliveries({ database, queue, notify, rounds: checkAfterSeconds, take }, work),
  )
  // A server that was killed while it sent holds its piece of work until the queue takes it away. Who starts now need not wait.
  queue.whenStarted(() =>
    database.asSystem(async (tx) => {
      for (const work of await campaigns.unsent(tx)) await queue.send(tx, SEND_CAMPAIGN, work)
    }),
  )

  return {
    /** Whether a callback carries the token that was agreed with the provider. Takes as long for every wrong one. */
    isFromProvider(authorization: string | undefined): boolean {
      if (callbackToken === undefined) return false
      const digest = (text: string) => createHash('sha256').update(text).digest()
      return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${callbackToken}`))
    },

    /**
     * For the records of a backup, as the system: since it was made its messages may have gone out. Whoever was
     * prepared is therefore looked up before anything is sent, and what was being sent is held: this may be a trial,
     * beside the server that sends.
     */
    settleRestored: async (tx: Tx, madeAt: Date): Promise<void> => {
      await repo.mayBeTakenSince(tx, madeAt)
      for (const { campaignId } of await campaigns.unsent(tx))
        await campaigns.pause(tx, campaignId, words.restored(madeAt))
    },

    /**
     * Takes what the provider says of a message: any number of times, in any order.
     * @returns whether it was news.
     */
    receive(callback: NotifyCallback): Promise<boolean> {
      const reference = callback.reference && isUuid(callback.reference) ? callback.reference : undefined
      const said =
        'status' in callback
          ? { reference, providerId: callback.id, status: callback.status }
          : { reference, providerId: callback.notification_id, status: 'returned-letter' }
      // They come by the thousand, and it is no matter when.
      return inBackground(() => take(said))
    },
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
