import { timingSafeEqual, createHash } from 'node:crypto'
import type { z } from 'zod'
import type { NotifyCallback } from '#contract/campaigns/notifyCallback'
import type { sendTestText } from '#contract/campaigns/testMessages'
import type { Tx } from '../../../db/engine'
import { recordsClock } from '../../../db/time'
import { inBackground } from '../../../db/turns'
import type { Person } from '../../../http/person'
import type { Queue } from '../../../jobs/queue'
import type { AuditService } from '../../organisations/audit/service'
import { type CampaignsService } from '../campaigns/service'
import { SEND_CAMPAIGN, type CampaignWork } from '../campaigns/jobs'
import type { ContactsService } from '../../households/contacts/service'
import { CHECK_DELIVERIES, checkDeliveries, createReceipts, isTimeToAsk, ROUNDS } from './deliveries'
import type { NotifyAccountsService } from '../notify-accounts/service'
import * as repo from './repo'
import type { LetterMaker } from './sender'
import { createSenders, type AccountSender, type SendersDependencies } from './senders'
import { sendTestTextTo } from './testText'

export interface SendingDependencies extends Omit<SendersDependencies, 'letters'> {
  readonly queue: Queue
  readonly audit: AuditService
  readonly campaigns: CampaignsService
  readonly contacts: Pick<ContactsService, 'markDeadNumbers'>
  readonly accounts?: Pick<NotifyAccountsService, 'account' | 'organisationOfToken'> | undefined
  readonly letters?: LetterMaker | undefined
  readonly callbackToken: string | undefined
  /** {@link ROUNDS} by default. */
  readonly checkAfterSeconds?: readonly number[] | undefined
}

/** Without an organisation: the shared account's. */
export interface TokenOwner {
  readonly organisationId?: string
}

const START_AGAIN_SECONDS = 60

export type SendingService = ReturnType<typeof createSendingService>

/** Registers jobs, so it must run before the queue starts. */
export function createSendingService(deps: SendingDependencies) {
  const { database, campaigns, recipients, contacts, accounts, callbackToken } = deps
  const findSender = createSenders({ ...deps, letters: deps.letters })
  const clock = deps.sender?.clock ?? recordsClock
  const take = createReceipts({ database, recipients, contacts, clock })
  registerJobs(deps, findSender, take)

  return {
    /** Compares in constant time; undefined for an unknown token. */
    async findTokenOwner(authorization: string | undefined): Promise<TokenOwner | undefined> {
      const token = /^Bearer (.{1,500})$/.exec(authorization ?? '')?.[1]
      if (token === undefined) return undefined
      const digest = (text: string) => createHash('sha256').update(text).digest()
      if (callbackToken !== undefined && timingSafeEqual(digest(token), digest(callbackToken))) return {}
      const organisationId = await accounts?.organisationOfToken(token)
      return organisationId === undefined ? undefined : { organisationId }
    },

    /** To the caller. @throws Fault 409, 422, 429 or 503 */
    async sendTest(person: Person, body: z.output<typeof sendTestText.body>): Promise<void> {
      const { notify, serviceName, sender } = await findSender(person.organisationId)
      await sendTestTextTo(deps, { notify, serviceName, rateLimiter: sender.rateLimiter }, person, body)
    },

    forgetAllowance: (tx: Tx, organisationId: string): Promise<unknown> => repo.deleteAllowanceOf(tx, organisationId),
    /**
     * Messages may have gone out since the backup, and another server may be sending: look them up first, and pause.
     */
    settleRestored: async (tx: Tx, madeAt: Date): Promise<void> => {
      await recipients.messages.requireLookup(tx, madeAt)
      for (const { campaignId } of await campaigns.progress.listUnsent(tx))
        await campaigns.progress.pause(tx, campaignId, restored(madeAt))
    },

    /** @returns whether it changed anything */
    receive(callback: NotifyCallback, owner: TokenOwner): Promise<boolean> {
      const reference = callback.reference && isUuid(callback.reference) ? callback.reference : undefined
      const receipt =
        'status' in callback
          ? { reference, providerId: callback.id, status: callback.status }
          : { reference, providerId: callback.notification_id, status: 'returned-letter' }
      // Thousands arrive at once.
      return inBackground(() => take({ ...receipt, ...owner }))
    },
  }
}

type FindSender = (organisationId: string) => Promise<AccountSender>

function registerJobs(
  deps: SendingDependencies,
  findSender: FindSender,
  take: ReturnType<typeof createReceipts>,
): void {
  const { database, queue, campaigns, recipients, checkAfterSeconds: rounds = ROUNDS } = deps

  queue.work(SEND_CAMPAIGN, async (work, stopping) => {
    if (await isTooEarly(deps, work)) return
    const { sender } = await findSender(work.organisationId)
    const end = await sender.slice(work, stopping)
    const [first] = rounds
    await database.forOrganisation(work.organisationId, async (tx) => {
      if (end.kind === 'again') {
        await queue.send(tx, SEND_CAMPAIGN, work, { afterSeconds: Math.ceil(end.milliseconds / 1000) })
      }
      if (first !== undefined && isTimeToAsk(end)) {
        await queue.send(tx, CHECK_DELIVERIES, { ...work, round: 0, after: -1 }, { afterSeconds: first })
      }
    })
  })
  queue.work(CHECK_DELIVERIES, async (work, stopping) => {
    const { notify } = await findSender(work.organisationId)
    await checkDeliveries({ database, queue, recipients, notify, rounds, take }, work, stopping)
  })
  // A killed server's job stays claimed until it expires.
  queue.whenStarted(() =>
    database.asSystem(async (tx) => {
      for (const work of await campaigns.progress.listUnsent(tx)) await queue.send(tx, SEND_CAMPAIGN, work)
    }),
  )
}

/** Whether it waits for its start or the sending hours, which may change meanwhile. */
const isTooEarly = ({ database, campaigns, queue, sender }: SendingDependencies, work: CampaignWork) =>
  database.forOrganisation(work.organisationId, async (tx) => {
    const now = await (sender?.clock ?? recordsClock).now(tx)
    const opens = await campaigns.progress.startsAt(tx, work.campaignId, now)
    if (!opens) return false
    const seconds = Math.ceil((opens.getTime() - now.getTime()) / 1000)
    await queue.send(tx, SEND_CAMPAIGN, work, { afterSeconds: Math.min(seconds, START_AGAIN_SECONDS) })
    return true
  })

/** Resets the limit after the demo's simulated sending. */
export async function resetAllowance(tx: Tx): Promise<void> {
  await repo.deleteAllowance(tx)
}

const restored = (madeAt: Date) =>
  `Paused: these records were restored from a backup of ${madeAt.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })}. ` +
  'Resume once no other server sends from the records that were lost: GOV.UK Notify is asked who was sent to since, and nobody is sent to twice.'

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
