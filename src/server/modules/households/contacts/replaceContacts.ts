import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { gatherStatistics } from '../../../db/statistics'
import { deleteContactsBefore, keepContacts, copyContactsBack } from './contactsBeforeRepo'
import { applyCorrections, bringCorrectionsBack } from './correctionsRepo'
import * as repo from './repo'
import type { ContactCounts } from './repo'

export { countContactsBefore } from './contactsBeforeRepo'
export { TEXT_DIGITS, type ContactCounts } from './repo'

export interface ContactBatch {
  /** One array per column. */
  readonly texts: readonly (readonly string[])[]
  readonly doNotContact: readonly boolean[]
}

export const NO_CONTACTS: ContactCounts = { all: 0, texts: 0, letters: 0 }

/** On the embedded database everybody waits for a statement. */
const COUNTED_AT_ONCE = 10_000

/** How many an organisation has, and for how many a text or a letter seems possible. */
export async function countContacts(
  database: Pick<Database, 'forOrganisation'>,
  organisationId: string,
  atOnce: number = COUNTED_AT_ONCE,
): Promise<ContactCounts> {
  let counts = NO_CONTACTS
  let after: string | null = ''
  while (after !== null) {
    const from: string = after
    const { last, ...more }: repo.CountedContacts = await database.forOrganisation(organisationId, (tx) =>
      repo.countContactsAfter(tx, organisationId, from, atOnce),
    )
    counts = { all: counts.all + more.all, texts: counts.texts + more.texts, letters: counts.letters + more.letters }
    after = last
  }
  return counts
}

/** Old contacts stay stored, corrections stay in force. @returns how many */
export async function replaceContacts(
  tx: Tx,
  organisationId: string,
  batches: AsyncIterable<ContactBatch>,
): Promise<number> {
  await deleteContactsBefore(tx, organisationId)
  await keepContacts(tx, organisationId)
  let written = 0
  for await (const { texts, doNotContact } of batches) {
    await repo.insertContacts(tx, organisationId, texts, doNotContact)
    written += doNotContact.length
  }
  await applyCorrections(tx, organisationId)
  await gatherStatistics(tx, 'contacts')
  return written
}

/** Restores the contacts last replaced. */
export async function bringContactsBack(tx: Tx, organisationId: string): Promise<void> {
  await repo.deleteContacts(tx, organisationId)
  await copyContactsBack(tx, organisationId)
  await bringCorrectionsBack(tx, organisationId)
  await deleteContactsBefore(tx, organisationId)
  await applyCorrections(tx, organisationId)
}

/** Deletes the contacts last replaced. */
export const forgetReplacedContacts = async (tx: Tx, organisationId: string): Promise<void> =>
  void (await deleteContactsBefore(tx, organisationId))
