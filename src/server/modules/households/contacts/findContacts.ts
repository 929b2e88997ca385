import type { Channel } from '#contract/campaigns/campaigns'
import type { Tx } from '../../../db/engine'
import { readLastDigits } from './contactRules'
import { findCorrection, type Correction } from './corrections'
import * as marksRepo from './marksRepo'
import * as repo from './repo'

/** Contacts as a channel uses them, by household. */
export async function readContacts(
  tx: Tx,
  organisationId: string,
  channel: Channel,
  references: readonly string[],
): Promise<ReadonlyMap<string, repo.ContactRow>> {
  const found = await repo.findContacts(tx, organisationId, channel, references)
  return new Map(found.map((contact) => [contact.householdReference, contact]))
}

/** Whether a household has a contact. */
export const hasContact = async (tx: Tx, organisationId: string, reference: string): Promise<boolean> =>
  (await repo.findContact(tx, organisationId, reference)) !== undefined

/** References of households with a number. @param digits as of {@link readLastDigits} */
export async function findHouseholdsWithNumber(tx: Tx, organisationId: string, digits: string): Promise<string[]> {
  return (await repo.householdsWithNumber(tx, organisationId, digits)).map(({ reference }) => reference)
}

/** Searches parts of reference, name, address or postcode, and whole numbers. */
export const searchContacts = (
  tx: Tx,
  organisationId: string,
  words: string,
  limit: number,
): Promise<repo.HeldContact[]> =>
  repo.searchContacts(tx, organisationId, { words, digits: readLastDigits(words) }, limit)

export interface ContactFile {
  readonly contact: repo.HeldContact | undefined
  readonly correction: Correction | undefined
  /** Of the household and of its number, latest first. */
  readonly marks: readonly marksRepo.DoNotContactMark[]
}

/** All that contacts hold on a household. */
export async function readContactFile(tx: Tx, organisationId: string, reference: string): Promise<ContactFile> {
  const contact = await repo.findContact(tx, organisationId, reference)
  const correction = await findCorrection(tx, organisationId, reference)
  const number = readLastDigits(contact?.mobile ?? '')
  return { contact, correction, marks: await marksRepo.findMarks(tx, organisationId, { reference, number }) }
}

export interface Door {
  readonly doNotContact: boolean
  /** Null without a contact. */
  readonly named: { readonly name: string; readonly address: string[] } | null
}

/** Who lives where, for visits; households without a contact only where they are marked. */
export async function describeDoors(
  tx: Tx,
  organisationId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, Door>> {
  const marked = await marksRepo.markedAmong(tx, organisationId, references)
  const doors = new Map<string, Door>(marked.map((reference) => [reference, { doNotContact: true, named: null }]))
  for (const contact of await repo.findContacts(tx, organisationId, 'print_and_post', references)) {
    const name = [contact.title, contact.firstName, contact.lastName].filter((word) => word !== '').join(' ')
    const lines = [contact.addressLine1, contact.addressLine2, contact.town, contact.postcode]
    doors.set(contact.householdReference, {
      doNotContact: contact.doNotContact || doors.has(contact.householdReference),
      named: { name, address: lines.filter((line) => line !== '') },
    })
  }
  return doors
}
