import { timingSafeEqual, createHash } from 'node:crypto'
import type { z } from 'zod'
import type { NotifyCallback } from '#contract/campaigns/notifyCallback'
import type { getTextSender } from '#contract/campaigns/notifyAccounts'
import type { sendTestText } from '#contract/campaigns/testMessages'
import type { Tx } from '../../../db/engine'
import { recordsClock } from '../../../db/time'
import { inBackground } from '../../../db/turns'
import type { Person } from '../../../http/person'
import type { Queue } from '../../../jobs/queue'
import type { AuditService } from '../../organisations/audit/service'
import type { CampaignsService } from '../campaigns/service'
import type { ContactsService } from '../../households/contacts/service'
import { requireLookup } from '../recipients/sendingRepo'
import { createAccounts, type AccountsDependencies } from './accounts'
import { CHECK_DELIVERIES, checkDeliveries, createReceipts, ROUNDS } from './deliveries'
import type { NotifyAccountsService } from '../notify-accounts/service'
import * as repo from './repo'
import { registerSending, type SliceDependencies } from './sendCampaign'
import { sendTestTextTo } from './testText'
import { isNumber } from './textSender'

export interface SendingDependencies extends AccountsDependencies, SliceDependencies {
  readonly queue: Queue
  readonly audit: AuditService
  readonly campaigns: CampaignsService
  readonly contacts: Pick<ContactsService, 'markDeadNumbers'>
  readonly accounts: Pick<NotifyAccountsService, 'account' | 'organisationOfToken'>
  readonly callbackToken: string | undefined
  /** Before each poll for deliveries; default {@link ROUNDS}. */
  readonly checkAfterSeconds?: readonly number[] | undefined
}

/** Without an organisation: the shared account's. */
export interface TokenOwner {
  readonly organisationId?: string
}

export type SendingService = ReturnType<typeof createSendingService>

/** Registers jobs, so it must run before the queue starts. */
export function createSendingService(deps: SendingDependencies) {
  const { database, queue, campaigns, contacts, accounts, callbackToken, checkAfterSeconds: rounds = ROUNDS } = deps
  const findAccount = createAccounts(deps)
  const takeReceipt = createReceipts({ database, contacts, clock: deps.sender?.clock ?? recordsClock })
  registerSending({ ...deps, findAccount, checkAfterSeconds: rounds[0] })
  queue.work(CHECK_DELIVERIES, async (work, stopping) => {
    const { notify } = await findAccount(work.organisationId)
    await checkDeliveries({ database, queue, notify, rounds, take: takeReceipt }, work, stopping)
  })

  return {
    /** Compares in constant time; undefined for an unknown token. */
    async findTokenOwner(authorization: string | undefined): Promise<TokenOwner | undefined> {
      const token = /^Bearer (.{1,500})$/.exec(authorization ?? '')?.[1]
      if (token === undefined) return undefined
      const digest = (text: string) => createHash('sha256').update(text).digest()
      if (callbackToken !== undefined && timingSafeEqual(digest(token), digest(callbackToken))) return {}
      const organisationId = await accounts.organisationOfToken(token)
      return organisationId === undefined ? undefined : { organisationId }
    },

    /** To the caller. @throws Fault 409, 422, 429 or 503 */
    async sendTest(person: Person, body: z.output<typeof sendTestText.body>): Promise<void> {
      await sendTestTextTo(deps, await findAccount(person.organisationId), person, body)
    },

    async textSender(organisationId: string): Promise<z.output<typeof getTextSender.reply>> {
      const textsFrom = await (await findAccount(organisationId)).findTextsFrom()
      return { texts_from: textsFrom, takes_replies: textsFrom === null ? null : isNumber(textsFrom) }
    },

    forgetAllowance: (tx: Tx, organisationId: string): Promise<unknown> =>
      repo.deleteAccountAllowance(tx, organisationId),
    /** Messages may have gone out since the backup: look them up first, and pause. */
    settleRestored: async (tx: Tx, madeAt: Date): Promise<void> => {
      await requireLookup(tx, madeAt)
      for (const { campaignId } of await campaigns.sendingMoves.listUnsent(tx))
        await campaigns.sendingMoves.pause(tx, campaignId, restored(madeAt), false)
    },

    /** @returns whether it changed anything */
    receive(callback: NotifyCallback, owner: TokenOwner): Promise<boolean> {
      const reference = callback.reference && isUuid(callback.reference) ? callback.reference : undefined
      const receipt =
        'status' in callback
          ? { reference, providerId: callback.id, status: callback.status }
          : { reference, providerId: callback.notification_id, status: 'returned-letter' }
      return inBackground(() => takeReceipt({ ...receipt, ...owner }))
    },
  }
}

/** After the demo's simulated sending. */
export async function resetAllowance(tx: Tx): Promise<void> {
  await repo.deleteAllowance(tx)
}

const restored = (madeAt: Date) =>
  `Paused: these records were restored from a backup of ${madeAt.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })}. ` +
  'Resume once no other server sends from the records that were lost: GOV.UK Notify is asked who was sent to since, and nobody is sent to twice.'

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
