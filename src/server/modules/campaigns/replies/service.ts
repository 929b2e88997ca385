/** docs/product.md#replies */
import type { z } from 'zod'
import type { recordReply } from '#contract/campaigns/replies'
import type { Reply } from '#contract/campaigns/replyWords'
import type { MarkReason } from '#contract/households/doNotContact'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { readContact } from '../../households/contacts/findContacts'
import { isContactHidden } from '../../households/need-to-know/groups'
import type { GenuineLettersService } from '../genuine-letters/service'
import * as recipients from '../recipients/repliesRepo'
import * as helpRepo from './helpRepo'
import { createHelpRequests, readChange } from './helpRequests'
import { createReceivedTexts, type ReceivedTextsDependencies } from './receivedTexts'
import { createSearchHouseholds } from './searchHouseholds'
import * as textsRepo from './textsRepo'

/** These replies end contact. */
const LEFT_OUT: Readonly<Partial<Record<Reply, MarkReason>>> = {
  stop: 'objection',
  wrong_number: 'wrong_number',
  moved: 'moved',
  returned: 'moved',
  deceased: 'deceased',
}

interface Dependencies extends ReceivedTextsDependencies {
  readonly genuineLetters: Pick<GenuineLettersService, 'hashesOf'>
}

export type RepliesService = ReturnType<typeof createRepliesService>

/** Finds and records replies. */
export function createRepliesService(deps: Dependencies) {
  const { database, audit, needToKnow, campaigns } = deps
  return {
    search: createSearchHouseholds(deps),
    help: createHelpRequests(deps),
    texts: createReceivedTexts(deps),

    /**
     * Stores a reply with the latest message, marks do-not-contact where asked, updates who wants help, and marks the
     * text as done.
     * @returns how many messages will not be sent; null: contact goes on; 0 where the role may not know who was written
     * to
     * @throws Fault 404 for an unknown household; 409 for a wrong number of one without a number
     */
    record: async (
      person: Person,
      { household_reference: reference, reply, help, received_text: text }: z.output<typeof recordReply.body>,
    ): Promise<number | null> => {
      const { organisationId } = person
      const { hidden } = await needToKnow.of(person)
      return database.forOrganisation(organisationId, async (tx) => {
        const isWrittenTo = await recipients.noteReply(tx, organisationId, reference, reply)
        if (!isWrittenTo && !(await readContact(tx, organisationId, reference)))
          throw notFound('No household of this reference was written to.')
        if (reply === 'wants_help')
          await helpRepo.openRequest(tx, organisationId, reference, readChange(person, help ?? {}))
        else await helpRepo.changeRequest(tx, organisationId, reference, { isDone: true })
        if (text !== undefined) await textsRepo.noteText(tx, organisationId, text, person.email)
        await audit.recordIn(tx, person, 'reply', reply.replaceAll('_', ' '), 1)
        const reason = LEFT_OUT[reply]
        const leftOut = reason === undefined ? null : await campaigns.stopContacting(tx, person, { reference, reason })
        return isContactHidden(hidden) ? leftOut && 0 : leftOut
      })
    },
  }
}
