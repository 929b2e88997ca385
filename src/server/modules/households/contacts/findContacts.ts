import type { Channel } from '#contract/households/channels'
import type { Tx } from '../../../db/engine'
import { readLastDigits } from './contactRules'
import { findContactBefore } from './contactsBeforeRepo'
import { findCorrection, type Correction } from './corrections'
import * as marksRepo from './marksRepo'
import * as repo from './repo'
import * as searchRepo from './searchRepo'

/** By household, for a channel. */
export async function readContacts(
  tx: Tx,
  organisationId: string,
  channel: Channel,
  references: readonly string[],
): Promise<ReadonlyMap<string, repo.ContactRow>> {
  const found = await repo.findContacts(tx, organisationId, channel, references)
  return new Map(found.map((contact) => [contact.householdReference, contact]))
}

/** With a usable number only. */
export async function readContact(
  tx: Tx,
  organisationId: string,
  reference: string,
): Promise<repo.ContactRow | undefined> {
  const [found] = await repo.findContacts(tx, organisationId, 'sms', [reference])
  return found
}

/** In any spelling, by reference. */
export async function findHouseholdsWithNumber(tx: Tx, organisationId: string, number: string): Promise<string[]> {
  const digits = readLastDigits(number)
  const found = digits === undefined ? [] : await repo.householdsWithNumber(tx, organisationId, digits)
  return found.map(({ reference }) => reference).toSorted()
}

export type NamedContact = Pick<
  repo.HeldContact,
  'title' | 'firstName' | 'lastName' | 'addressLine1' | 'addressLine2' | 'town' | 'postcode'
>

/** Joins the parts that are not empty. */
export const joinWords = (between: string, ...parts: readonly string[]): string =>
  parts.filter((part) => part.trim() !== '').join(between)

/** All words, or the number, that a caller says. */
export const searchContacts: typeof searchRepo.queryContacts = (tx, organisationId, written, options) =>
  searchRepo.queryContacts(tx, organisationId, written, options)

export interface ContactFile {
  readonly contact: repo.HeldContact | undefined
  /** While the month before can be brought back. */
  readonly contactBefore: repo.HeldContact | undefined
  readonly correction: Correction | undefined
  /** Marks of the household and of its number, latest first. */
  readonly marks: readonly marksRepo.DoNotContactMark[]
}

/** All contact data on a household. */
export async function readContactFile(tx: Tx, organisationId: string, reference: string): Promise<ContactFile> {
  const contact = await repo.findContact(tx, organisationId, reference)
  const correction = await findCorrection(tx, organisationId, reference)
  const number = readLastDigits(contact?.mobile ?? '')
  const contactBefore = await findContactBefore(tx, organisationId, reference)
  return {
    contact,
    contactBefore,
    correction,
    marks: await marksRepo.findMarks(tx, organisationId, { reference, number }),
  }
}

export interface Door {
  readonly doNotContact: boolean
  /** Null without a contact. */
  readonly named: { readonly name: string; readonly address: string[] } | null
}

/** For visits; households without a contact only if marked. */
export async function describeDoors(
  tx: Tx,
  organisationId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, Door>> {
  const marked = await marksRepo.markedAmong(tx, organisationId, references)
  const doors = new Map<string, Door>(marked.map((reference) => [reference, { doNotContact: true, named: null }]))
  for (const contact of await repo.findContacts(tx, organisationId, 'print_and_post', references)) {
    const name = joinWords(' ', contact.title, contact.firstName, contact.lastName)
    const lines = [contact.addressLine1, contact.addressLine2, contact.town, contact.postcode]
    doors.set(contact.householdReference, {
      doNotContact: contact.doNotContact || doors.has(contact.householdReference),
      named: { name, address: lines.filter((line) => line !== '') },
    })
  }
  return doors
}
