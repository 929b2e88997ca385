import type { Tx } from '../../../db/engine'
import { gatherStatistics } from '../../../db/statistics'
import { applyCorrections } from './correctionsRepo'
import * as repo from './repo'

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
  await repo.deleteContacts(tx, organisationId)
  let written = 0
  for await (const { texts, doNotContact } of batches) {
    await repo.insertContacts(tx, organisationId, texts, doNotContact)
    written += doNotContact.length
  }
  await applyCorrections(tx, organisationId)
  await gatherStatistics(tx, 'contacts')
  return written
}
