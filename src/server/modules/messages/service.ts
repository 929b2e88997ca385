import { timingSafeEqual, createHash } from 'node:crypto'
import type { NotifyCallback } from '#contract/notifyCallback'
import type { NotifyClient } from '../../clients/notify'
import type { Database } from '../../db/database'
import type { Queue } from '../../jobs/queue'
import { SEND_CAMPAIGN, type CampaignsService } from '../campaigns/service'
import { recordsClock } from './clock'
import { deliveryOf, mayFollow } from './deliveryStates'
import * as repo from './repo'
import { createSender, type LetterMaker, type SenderOptions } from './sender'

export type { LetterMaker } from './sender'

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
  /** For tests. */
  readonly sending?: SenderOptions
}

export type MessagesService = ReturnType<typeof createMessagesService>

/** Hands messages over to the provider and hears what became of them. Build it before the queue starts. */
export function createMessagesService(deps: MessagesDependencies) {
  const { database, queue, campaigns, notify, letters, callbackToken, sending = {} } = deps
  const sender = createSender({ database, campaigns, notify, letters }, sending)

  queue.work(SEND_CAMPAIGN, async (work) => {
    const end = await sender.slice(work)
    if (end.kind === 'over') return
    await database.forOrganisation(work.organisationId, (tx) =>
      queue.send(tx, SEND_CAMPAIGN, work, { afterSeconds: Math.ceil(end.milliseconds / 1000) }),
    )
  })
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
     * Takes what the provider says of a message: any number of times, in any order.
     * @returns whether it was news.
     */
    receive: (callback: NotifyCallback): Promise<boolean> =>
      database.asSystem(async (tx) => {
        const [providerId, status] =
          'status' in callback ? [callback.id, callback.status] : [callback.notification_id, 'returned-letter']
        const delivery = deliveryOf(status)
        if (!delivery) return false
        const { reference } = callback
        const found =
          reference && isUuid(reference) ? await repo.holdByReference(tx, reference) : await repo.holdByProviderId(tx, providerId)
        // Not ours, or of a message that was sent again since, under another reference.
        if (!found || !mayFollow(delivery.state, found.state)) return false
        const now = await (sending.clock ?? recordsClock).now(tx)
        await repo.markDelivery(tx, { ...delivery, reference: found.reference, providerId: found.providerId ?? providerId }, now)
        return true
      }),
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
