import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { readInPages } from '../../../db/rows'
import type { IsErased } from '../../platform/erasure-ledger/service'
import { readLastDigits } from './contactRules'
import { deleteContactsBeforeByReference, listHouseholdsBefore } from './contactsBeforeRepo'
import * as correctionsRepo from './correctionsRepo'
import * as marksRepo from './marksRepo'
import * as repo from './repo'

const HOUSEHOLDS_AT_ONCE = 10_000

/** Households that have a contact, in pages with a transaction each. */
export async function* readContactHouseholds(
  database: Pick<Database, 'forOrganisation'>,
  organisationId: string,
): AsyncGenerator<string[]> {
  const pages = readInPages<{ readonly reference: string }>((last) =>
    database.forOrganisation(organisationId, (tx) =>
      repo.householdsAfter(tx, organisationId, last?.reference ?? '', HOUSEHOLDS_AT_ONCE),
    ),
  )
  for await (const page of pages) yield page.map(({ reference }) => reference)
}

/** With a contact, a replaced one or a correction; in their own spelling. */
export async function findErasedContacts(tx: Tx, organisationId: string, isErased: IsErased): Promise<string[]> {
  const found = [
    ...(await repo.listHouseholds(tx, organisationId)),
    ...(await listHouseholdsBefore(tx, organisationId)),
    ...(await correctionsRepo.correctedHouseholds(tx, organisationId)),
  ]
  return [...new Set(found.map(({ reference }) => reference))].filter(isErased)
}

/** Deletes contacts and corrections. @returns their numbers */
export async function eraseContacts(tx: Tx, organisationId: string, references: readonly string[]): Promise<string[]> {
  const corrected = await correctionsRepo.deleteCorrections(tx, organisationId, references)
  const contacts = await repo.deleteContactsByReference(tx, organisationId, references)
  const replaced = await deleteContactsBeforeByReference(tx, organisationId, references)
  return [...corrected, ...contacts, ...replaced].flatMap(({ mobile }) => mobile ?? [])
}

/** Marks that also apply to another household stay. */
export async function eraseMarks(
  tx: Tx,
  organisationId: string,
  isErased: IsErased,
  numbers: readonly string[],
): Promise<void> {
  const digits = new Set(numbers.map((number) => readLastDigits(number)))
  const gone: number[] = []
  for (const { id, reference, number } of await marksRepo.allMarks(tx, organisationId)) {
    if (reference !== null && isErased(reference)) gone.push(id)
    if (number !== null && digits.has(number)) {
      const others = await repo.householdsWithNumber(tx, organisationId, number)
      if (others.length === 0) gone.push(id)
    }
  }
  await marksRepo.deleteMarksById(tx, gone)
}
