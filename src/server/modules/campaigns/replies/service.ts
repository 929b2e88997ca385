/** docs/product.md#replies */
import type { z } from 'zod'
import { HELP_LIST_LIMIT, type findReplying, type getWantsHelp } from '#contract/campaigns/replies'
import type { Reply } from '#contract/campaigns/replyWords'
import type { MarkReason } from '#contract/data-protection/householdRights'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { requireShown, type NeedToKnowService } from '../../households/need-to-know/service'
import { COLUMNS_OF_CONTACT, isContactHidden } from '../../households/need-to-know/groups'
import { isFewHouseholds, recordLooks } from '../../households/need-to-know/looks'
import type { AuditService } from '../../organisations/audit/service'
import type { GenuineLettersService } from '../genuine-letters/service'
import { readLastDigits } from '../../households/contacts/contactRules'
import { findHouseholdsWithNumber, hasContact } from '../../households/contacts/findContacts'
import type { CampaignsService } from '../campaigns/service'
import * as recipients from '../recipients/repliesRepo'

type Found = z.output<typeof findReplying.reply>
type Wanted = z.output<typeof getWantsHelp.reply>

/** A number may be shared, for example in a building. */
const MAX_HOUSEHOLDS = 10
const MAX_MESSAGES = 3

const WHO_WANTS_HELP = 'Who wants help'

/** These replies end contact. */
const LEFT_OUT: Readonly<Partial<Record<Reply, MarkReason>>> = {
  stop: 'objection',
  wrong_number: 'wrong_number',
  moved: 'moved',
  returned: 'moved',
  deceased: 'deceased',
}

export interface Recorded {
  readonly leftOut: number | null
  readonly isKept: boolean | null
}

interface Dependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly genuineLetters: Pick<GenuineLettersService, 'hashesOf'>
  readonly campaigns: Pick<CampaignsService, 'stopContacting'>
}

export type RepliesService = ReturnType<typeof createRepliesService>

/** Finds and records replies. */
export function createRepliesService({ database, audit, needToKnow, genuineLetters, campaigns }: Dependencies) {
  async function findReferences(tx: Tx, organisationId: string, written: string): Promise<string[]> {
    const hashes = genuineLetters.hashesOf(written)
    if (hashes.length > 0) return recipients.findHouseholdsOfLetter(tx, hashes)
    const digits = readLastDigits(written)
    if (digits === undefined) return [written.toUpperCase()]
    return findHouseholdsWithNumber(tx, organisationId, digits)
  }

  return {
    /** Audited, without what was written. */
    find: async (person: Person, written: string): Promise<Found> => {
      const { organisationId } = person
      const { hidden } = await needToKnow.of(person)
      return database.forOrganisation(organisationId, async (tx) => {
        const references = (await findReferences(tx, organisationId, written)).slice(0, MAX_HOUSEHOLDS)
        const found = await Promise.all(
          references.map(async (reference) => {
            const messages = await recipients.listMessagesTo(tx, organisationId, reference, MAX_MESSAGES)
            const isKnown = messages.length > 0 || (await hasContact(tx, organisationId, reference))
            const shown = isContactHidden(hidden) ? null : messages
            return isKnown ? [{ household_reference: reference, messages: shown }] : []
          }),
        )
        const households = found.flat()
        if (isFewHouseholds(households.length)) {
          const looked = households.map(({ household_reference }) => household_reference)
          await recordLooks(tx, person, 'replies, a search', looked)
        }
        await audit.recordIn(tx, person, 'looked_up', 'replies, a search', households.length)
        return { households }
      })
    },

    /**
     * Stores a reply with the household's latest message, and marks do-not-contact where it asks for that.
     * @returns how many messages of campaigns under way will not be sent (null: contact goes on), and whether a message
     *   got the reply; 0 and null for a role that is not shown which households campaigns wrote to
     * @throws Fault 404 for an unknown household; 409 for a wrong number of one without a number
     */
    record: async (person: Person, reference: string, reply: Reply): Promise<Recorded> => {
      const { organisationId } = person
      const { hidden } = await needToKnow.of(person)
      return database.forOrganisation(organisationId, async (tx) => {
        const isKept = await recipients.noteReply(tx, organisationId, reference, reply)
        if (!isKept && !(await hasContact(tx, organisationId, reference)))
          throw notFound('No household of this reference was written to.')
        await audit.recordIn(tx, person, 'reply', reply.replaceAll('_', ' '), 1)
        const reason = LEFT_OUT[reply]
        const leftOut = reason === undefined ? null : await campaigns.stopContacting(tx, person, { reference, reason })
        return isContactHidden(hidden) ? { leftOut: leftOut && 0, isKept: null } : { leftOut, isKept }
      })
    },

    /** Audited, by number. @throws Fault 409 for a role that is not shown which households campaigns wrote to */
    wantsHelp: async (person: Person, isHelped: boolean): Promise<Wanted> => {
      requireShown(await needToKnow.of(person), COLUMNS_OF_CONTACT, WHO_WANTS_HELP)
      return database.forOrganisation(person.organisationId, async (tx) => {
        const { total, households } = await recipients.listWantsHelp(
          tx,
          person.organisationId,
          isHelped,
          HELP_LIST_LIMIT,
        )
        if (isFewHouseholds(total)) {
          const looked = households.map(({ reference }) => reference)
          await recordLooks(tx, person, 'replies, who wants help', looked)
        }
        await audit.recordIn(tx, person, 'looked_up', 'replies, who wants help', households.length)
        return {
          total,
          households: households.map(({ reference, channel, sentAt, askedAt, helpedAt }) => ({
            household_reference: reference,
            channel,
            sent_at: sentAt.toISOString(),
            asked_at: askedAt.toISOString(),
            helped_at: helpedAt?.toISOString() ?? null,
          })),
        }
      })
    },

    /** @throws Fault 404 for a household that wants no help; 409 as {@link wantsHelp} */
    noteHelped: async (person: Person, reference: string, isHelped: boolean): Promise<void> => {
      requireShown(await needToKnow.of(person), COLUMNS_OF_CONTACT, WHO_WANTS_HELP)
      return database.forOrganisation(person.organisationId, async (tx) => {
        if (!(await recipients.markHelped(tx, person.organisationId, reference, isHelped)))
          throw notFound('This household is not among those who want help any more. Reload the list.')
        await audit.recordIn(tx, person, 'reply', isHelped ? 'was helped' : 'was not helped yet', 1)
      })
    },
  }
}
