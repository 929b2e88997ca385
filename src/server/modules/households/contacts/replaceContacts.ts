import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { readInPages } from '../../../db/rows'
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
const READ_AT_ONCE = 10_000

/** How many an organisation has, and for how many a text or a letter seems possible. */
export async function countContacts(
  database: Pick<Database, 'forOrganisation'>,
  organisationId: string,
  atOnce: number = READ_AT_ONCE,
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
  const references = new Set<string>()
  for await (const batch of batches) {
    await writeChanged(tx, organisationId, batch)
    for (const reference of batch.texts[0] ?? []) references.add(reference)
  }
  await deleteAbsent(tx, organisationId, references)
  await applyCorrections(tx, organisationId)
  await gatherStatistics(tx, 'contacts')
  return references.size
}

/** From month to month few contacts change, and to write one takes ten times as long as to compare it. */
async function writeChanged(tx: Tx, organisationId: string, { texts, doNotContact }: ContactBatch): Promise<void> {
  const [references = []] = texts
  const changed = new Set(await repo.findChanged(tx, organisationId, texts, doNotContact))
  if (changed.size === 0) return
  const isWritten = (_: unknown, row: number) => changed.has(references[row] ?? '')
  await repo.deleteContactsByReference(tx, organisationId, [...changed])
  await repo.insertContacts(
    tx,
    organisationId,
    texts.map((values) => values.filter(isWritten)),
    doNotContact.filter(isWritten),
  )
}

async function deleteAbsent(tx: Tx, organisationId: string, references: ReadonlySet<string>): Promise<void> {
  const held = readInPages<{ reference: string }>((last) =>
    repo.householdsAfter(tx, organisationId, last?.reference ?? '', READ_AT_ONCE),
  )
  for await (const page of held) {
    const absent = page.map(({ reference }) => reference).filter((reference) => !references.has(reference))
    if (absent.length > 0) await repo.deleteContactsByReference(tx, organisationId, absent)
  }
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
