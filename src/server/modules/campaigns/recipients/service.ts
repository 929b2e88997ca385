import type { Database } from '../../../db/database'
import { readReferences, type CampaignKey } from './recipientPages'
import * as repliesRepo from './repliesRepo'
import * as repo from './repo'
import * as sendingRepo from './sendingRepo'

export type RecipientsService = ReturnType<typeof createRecipientsService>

/** For letters and sending. */
export const createRecipientsService = ({ database }: { database: Database }) => ({
  noteLetters: repo.noteLetters,
  sentLetter: repliesRepo.sentLetter,
  find: repo.findRecipient,
  knownFrom: repo.recipientsFrom,
  named: (campaign: CampaignKey): AsyncGenerator<repo.NamedRecipient[]> => readReferences(database, campaign),
  cannotBeContacted: repo.cannotBeContacted,
  goneSince: repo.goneSince,
  messages: sendingRepo,
})
