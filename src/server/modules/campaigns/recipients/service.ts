/**
 * Frozen values (a message goes out as reviewed) are cleared on removal, on cancelling, or when the retention period
 * ends. They never enter a log, a job or a URL.
 */
import { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import type { RecipientState } from '#contract/campaigns/recipients'
import { MANY_MESSAGES, RECENT_DAYS } from '#contract/households/contactPressure'
import { daysOn, londonDay } from '#contract/days'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { pagesOf } from '../../../db/rows'
import { dayStart } from '../../../db/time'
import type { IsErased } from '../../platform/erasure-ledger/service'
import { gatherStatistics } from '../../../db/statistics'
import { ukMobile } from './contactRules'
import * as corrections from './corrections'
import * as correctionsRepo from './correctionsRepo'
import { prepareAgainFor, prepareSafely, type Message, type Prepared } from './prepare'
import type { CompiledTemplate } from './template'
import { createReachableHouseholds } from './reachable'
import * as contactsRepo from './contactsRepo'
import * as contactedRepo from './contactedRepo'
import * as erasingRepo from './erasingRepo'
import * as chargesRepo from './chargesRepo'
import * as repliesRepo from './repliesRepo'
import * as repo from './repo'
import * as sendingRepo from './sendingRepo'
export const personalisationSchema = z.record(z.string(), z.string())

export const MISSED: readonly RecipientState[] = ['temporary_failure', 'technical_failure']

/** Takes milliseconds, because requests wait for the transaction. */
const ROWS_A_PAGE = 1_000
const REFERENCES_A_PAGE = 5_000

export const CONTACTED = 'contacted'
export const HELD_OUT = 'held_out'

/** The digits that all spellings of a UK mobile number share; undefined for anything else. */
export const lastDigitsOf = (number: string): string | undefined => ukMobile(number)?.slice(-10)

export interface CampaignOf {
  readonly campaignId: number
  readonly organisationId: string
}

export type RecipientsService = ReturnType<typeof createRecipientsService>

/** The only code that reads and writes contacts and recipients. */
export function createRecipientsService({ database }: { database: Database }) {
  const pages = <Row extends { readonly position: number }>(
    { campaignId, organisationId }: CampaignOf,
    read: (tx: Tx, campaignId: number, position: number, limit: number) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> =>
    pagesOf<Row>((last) =>
      database.forOrganisation(organisationId, (tx) => read(tx, campaignId, (last?.position ?? -1) + 1, ROWS_A_PAGE)),
    )

  async function* referencePages(
    organisationId: string,
    read: (tx: Tx, after: string) => Promise<{ reference: string }[]>,
  ): AsyncGenerator<string[]> {
    const found = pagesOf<{ reference: string }>((last) =>
      database.forOrganisation(organisationId, (tx) => read(tx, last?.reference ?? '')),
    )
    for await (const page of found) yield page.map(({ reference }) => reference)
  }

  return {
    ...createReachableHouseholds({ database }),

    /** Null if never. */
    async lastContacted(organisationId: string, reference: string): Promise<Date | null> {
      const seconds = await database.forOrganisation(organisationId, (tx) =>
        contactedRepo.lastContacted(tx, organisationId, reference),
      )
      return seconds === null ? null : new Date(seconds * 1000)
    },

    async atTheDoor(organisationId: string, references: readonly string[]) {
      const found = await database.forOrganisation(organisationId, (tx) =>
        contactsRepo.contactsOf(tx, organisationId, 'print_and_post', references),
      )
      return new Map(
        found.map((contact) => {
          const name = [contact.title, contact.firstName, contact.lastName].filter((word) => word !== '').join(' ')
          const lines = [contact.addressLine1, contact.addressLine2, contact.town, contact.postcode]
          const named = { name, address: lines.filter((line) => line !== '') }
          return [contact.householdReference, { doNotContact: contact.doNotContact, named }] as const
        }),
      )
    },

    async prepare(
      tx: Tx,
      campaign: { readonly id: number; readonly organisationId: string },
      message: Message,
      references: readonly string[],
      position: number,
      isHeldOut: (reference: string) => boolean = () => false,
    ): Promise<void> {
      const found = await contactsRepo.contactsOf(tx, campaign.organisationId, message.channel, references)
      const contacts = new Map(found.map((contact) => [contact.householdReference, contact]))
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
    noteHelped: repliesRepo.noteHelped,
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
    householdsWithNumber: contactsRepo.householdsWithNumber,
    findContact: contactsRepo.findContact,
    correct: corrections.correct,
    liftCorrection: corrections.lift,
    correctionOf: corrections.correctionOf,

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
      const [contact] = await contactsRepo.contactsOf(tx, campaign.organisationId, 'sms', [reference])
      if (!row || !contact) return new Map()
      if (row.state === 'held_out') {
        await correctionsRepo.noteDigest(tx, campaign.id, reference, contact.digest)
        return new Map()
      }
      const values = personalisationSchema.safeParse(row.personalisation)
      if (row.state !== 'prepared' || !values.success) return new Map()
      const { serviceName, textOf } = message
      const prepared = prepareAgainFor({ serviceName, text: textOf(values.data) }, reference, contact, values.data)
      if (prepared.state !== 'prepared') return new Map([[reference, prepared.reason ?? '']])
      await correctionsRepo.replaceText(tx, campaign.id, reference, prepared)
      return new Map()
    },

    searchContacts: contactsRepo.searchContacts,
    ofHousehold: repo.ofHousehold,

    /** Erased households that still have a contact, a correction or a place on a list, in their own spelling. */
    async erased(tx: Tx, organisationId: string, isErased: IsErased): Promise<string[]> {
      const found = [
        ...(await contactsRepo.householdsOf(tx, organisationId)),
        ...(await erasingRepo.householdsOnLists(tx, organisationId)),
        ...(await correctionsRepo.correctedHouseholds(tx, organisationId)),
      ]
      return [...new Set(found.map(({ reference }) => reference))].filter(isErased)
    },
    /** Also deletes corrections. @returns their numbers */
    async deleteContactsOf(tx: Tx, organisationId: string, references: readonly string[]) {
      const corrected = await correctionsRepo.deleteCorrectionsOf(tx, organisationId, references)
      const contacts = await contactsRepo.deleteContactsOf(tx, organisationId, references)
      return [...corrected, ...contacts].flatMap(({ mobile }) => mobile ?? [])
    },
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

    armSizes: contactedRepo.armSizes,
    /** Both arms of a hold-out; each page in its own transaction. */
    arms: async function* ({ campaignId, organisationId }: CampaignOf) {
      const found = pagesOf<{ reference: string; heldOut: boolean }>((last) =>
        database.forOrganisation(organisationId, (tx) =>
          contactedRepo.comparedAfter(tx, campaignId, last?.reference ?? '', REFERENCES_A_PAGE),
        ),
      )
      for await (const page of found) {
        yield page.map(({ reference, heldOut }) => ({ reference, group: heldOut ? HELD_OUT : CONTACTED }))
      }
    },

    countContacted: contactedRepo.countContacted,
    contactedByCampaign: contactedRepo.contactedByCampaign,
    contactedHouseholdsIn: contactedRepo.contactedHouseholdsIn,
    /** References; each page in its own transaction. */
    contacted: ({ campaignId, organisationId }: CampaignOf): AsyncGenerator<string[]> =>
      referencePages(organisationId, (tx, after) =>
        contactedRepo.contactedAfter(tx, campaignId, after, REFERENCES_A_PAGE),
      ),
    /**
     * As `contacted`, over all campaigns for a benefit on whole London days, inclusive.
     * @param campaignId only this one, without those who replied that they claimed or do not want to
     */
    contactedForBenefit: (
      organisationId: string,
      benefit: BenefitName,
      days: { readonly from: string; readonly to: string },
      campaignId?: number,
    ): AsyncGenerator<string[]> => {
      const span = { from: dayStart(days.from), until: dayStart(days.to, 1) }
      return referencePages(organisationId, (tx, after) =>
        contactedRepo.contactedForBenefit(tx, { organisationId, benefit, span, campaignId }, after, REFERENCES_A_PAGE),
      )
    },

    /** Only for modules/campaigns/sending. */
    sending: sendingRepo,
  }
}

/** A held-out household is judged like the others, but gets no message. */
function inArm(heldOut: boolean, prepared: Prepared): Prepared & { readonly heldOut: boolean } {
  if (!heldOut || prepared.state !== 'prepared') return { ...prepared, heldOut }
  return { ...prepared, heldOut, state: 'held_out', destination: null, personalisation: null }
}

export interface ContactBatch {
  /** One array per column. */
  readonly texts: readonly (readonly string[])[]
  readonly doNotContact: readonly boolean[]
}

/** Replaces an organisation's contacts, keeping corrections. @returns how many */
export async function replaceContacts(
  tx: Tx,
  organisationId: string,
  batches: AsyncIterable<ContactBatch>,
): Promise<number> {
  await contactsRepo.deleteContacts(tx, organisationId)
  let written = 0
  for await (const { texts, doNotContact } of batches) {
    await contactsRepo.insertContacts(tx, organisationId, texts, doNotContact)
    written += doNotContact.length
  }
  await correctionsRepo.applyCorrections(tx, organisationId)
  await gatherStatistics(tx, 'contacts')
  return written
}
