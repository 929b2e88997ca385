import type { Tx } from '../../../db/engine'
import { gatherStatistics } from '../../../db/statistics'
import { deleteContactsBefore, keepContacts, copyContactsBack } from './contactsBeforeRepo'
import { applyCorrections, bringCorrectionsBack } from './correctionsRepo'
import * as repo from './repo'

export { countContactsBefore } from './contactsBeforeRepo'
export { countContacts, TEXT_DIGITS, type ContactCounts } from './repo'

export interface ContactBatch {
  /** One array per column. */
  readonly texts: readonly (readonly string[])[]
  readonly doNotContact: readonly boolean[]
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
