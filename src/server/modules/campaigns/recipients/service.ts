/**
 * Frozen values (a message goes out as reviewed) are cleared on removal, on cancelling, or when the retention period
 * ends. They never enter a log, a job or a URL.
 */
import type { RecipientState } from '#contract/campaigns/recipients'
import { MANY_MESSAGES, RECENT_DAYS } from '#contract/households/contactPressure'
import { daysOn, londonDay } from '#contract/days'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { pagesOf } from '../../../db/rows'
import { readContacts } from '../../households/contacts/findContacts'
import * as correctingRepo from './correctingRepo'
import { prepareAgainFor, prepareSafely, type Message, type Prepared } from './prepare'
import { personalisationSchema, type CompiledTemplate } from './template'
import * as contactedRepo from './contactedRepo'
import * as erasingRepo from './erasingRepo'
import * as chargesRepo from './chargesRepo'
import * as repliesRepo from './repliesRepo'
import * as repo from './repo'
import * as sendingRepo from './sendingRepo'

export const MISSED: readonly RecipientState[] = ['temporary_failure', 'technical_failure']

/** Takes milliseconds, because requests wait for the transaction. */
const ROWS_A_PAGE = 1_000

export interface CampaignOf {
  readonly campaignId: number
  readonly organisationId: string
}

export type RecipientsService = ReturnType<typeof createRecipientsService>

/** The only code that reads and writes recipients. */
export function createRecipientsService({ database }: { database: Database }) {
  const pages = <Row extends { readonly position: number }>(
    { campaignId, organisationId }: CampaignOf,
    read: (tx: Tx, campaignId: number, position: number, limit: number) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> =>
    pagesOf<Row>((last) =>
      database.forOrganisation(organisationId, (tx) => read(tx, campaignId, (last?.position ?? -1) + 1, ROWS_A_PAGE)),
    )

  return {
    async prepare(
      tx: Tx,
      campaign: { readonly id: number; readonly organisationId: string },
      message: Message,
      references: readonly string[],
      position: number,
      isHeldOut: (reference: string) => boolean = () => false,
    ): Promise<void> {
      const contacts = await readContacts(tx, campaign.organisationId, message.channel, references)
      const rows = references.map((householdReference, index) => ({
        householdReference,
        position: position + index,
        ...inArm(
          isHeldOut(householdReference),
          prepareSafely(message, householdReference, contacts.get(householdReference)),
        ),
      }))
      await repo.insertRecipients(tx, campaign, rows)
    },

    async counts(tx: Tx, campaignId: number): Promise<(state: RecipientState) => number> {
      const rows = await repo.countsByState(tx, campaignId)
      return (state) => rows.find((row) => row.state === state)?.households ?? 0
    },

    noteLetters: repo.noteLetters,
    sentLetter: repliesRepo.sentLetter,
    householdsOfLetter: repliesRepo.householdsOfLetter,
    messagesTo: repliesRepo.messagesTo,
    noteReply: repliesRepo.noteReply,
    noteHelped: repliesRepo.markHelped,
    listWantsHelp: repliesRepo.listWantsHelp,
    repliesTo: repliesRepo.repliesTo,
    charged: chargesRepo.charged,
    chargedIn: chargesRepo.chargedIn,
    chargedLater: chargesRepo.chargedLater,
    sentAndDelivered: repo.sentAndDelivered,
    list: repo.listRecipients,
    find: repo.findRecipient,
    knownFrom: repo.recipientsFrom,

    /** With personal data; each page in its own transaction. */
    known: (campaign: CampaignOf): AsyncGenerator<repo.KnownRecipient[]> => pages(campaign, repo.recipientsFrom),
    /** As `known`, without personal data. */
    named: (campaign: CampaignOf): AsyncGenerator<repo.NamedRecipient[]> => pages(campaign, repo.referencesFrom),

    cannotBeContacted: repo.cannotBeContacted,
    countTranslated: repo.countTranslated,
    hashOfList: repo.hashOfList,
    goneSince: repo.goneSince,
    waitingAmong: repo.waitingAmong,
    campaignsWaitingFor: repo.campaignsWaitingFor,
    /**
     * Rewrites a household's waiting text with its current contact.
     * @returns the household with a reason, where no text can be made
     */
    async remakeText(
      tx: Tx,
      campaign: { readonly id: number; readonly organisationId: string },
      reference: string,
      message: Pick<Message, 'serviceName'> & {
        readonly textOf: (values: Readonly<Record<string, string>>) => CompiledTemplate
      },
    ): Promise<repo.Gone> {
      const row = await repo.findRecipient(tx, campaign.id, reference)
      const contact = (await readContacts(tx, campaign.organisationId, 'sms', [reference])).get(reference)
      if (!row || !contact) return new Map()
      if (row.state === 'held_out') {
        await correctingRepo.noteDigest(tx, campaign.id, reference, contact.digest)
        return new Map()
      }
      const values = personalisationSchema.safeParse(row.personalisation)
      if (row.state !== 'prepared' || !values.success) return new Map()
      const { serviceName, textOf } = message
      const prepared = prepareAgainFor({ serviceName, text: textOf(values.data) }, reference, contact, values.data)
      if (prepared.state !== 'prepared') return new Map([[reference, prepared.reason ?? '']])
      await correctingRepo.replaceText(tx, campaign.id, reference, prepared)
      return new Map()
    },

    householdsOnLists: erasingRepo.householdsOnLists,
    erase: erasingRepo.eraseRecipients,
    removedByReason: repo.removedByReason,
    remove: repo.markRemoved,
    hasUnsent: repo.hasUnsent,
    forget: repo.clearPersonalData,
    prepareMissed: (tx: Tx, campaignId: number): Promise<number> => repo.prepareAgain(tx, campaignId, MISSED),

    /** Among those waiting in a campaign: docs/product.md#contact-pressure. */
    async oftenContacted(
      tx: Tx,
      campaign: { readonly id: number; readonly organisationId: string },
    ): Promise<repo.Gone> {
      const since = daysOn(londonDay(new Date()), -RECENT_DAYS)
      const references = await contactedRepo.contactedOften(tx, campaign, { since, messages: MANY_MESSAGES })
      const why = `It had ${MANY_MESSAGES} or more messages in the last ${RECENT_DAYS} days.`
      return new Map(references.map((reference) => [reference, why]))
    },

    /** Only for modules/campaigns/sending. */
    messages: sendingRepo,
  }
}

/** A held-out household is judged like the others, but gets no message. */
function inArm(heldOut: boolean, prepared: Prepared): Prepared & { readonly heldOut: boolean } {
  if (!heldOut || prepared.state !== 'prepared') return { ...prepared, heldOut }
  return { ...prepared, heldOut, state: 'held_out', destination: null, personalisation: null }
}
