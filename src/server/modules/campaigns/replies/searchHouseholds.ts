/** For replies and the rights desk: docs/product.md#searching-for-a-household. */
import type { FoundHousehold, Replying } from '#contract/campaigns/replies'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import { readContact, searchContacts, type NamedContact } from '../../households/contacts/findContacts'
import { isContactHidden } from '../../households/need-to-know/groups'
import { isFewHouseholds, recordLooks } from '../../households/need-to-know/looks'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import type { GenuineLettersService } from '../genuine-letters/service'
import * as recipients from '../recipients/repliesRepo'
import { describeContact, readMessages } from './describeHouseholds'
import { readHelpRequests } from './helpRequests'

const MAX_FOUND = 20
/** Households compared at most; those written to come first. */
const MAX_COMPARED = 1000

interface Dependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly genuineLetters: Pick<GenuineLettersService, 'hashesOf'>
}

export interface SearchAnswer {
  readonly households: Replying[]
  readonly has_more: boolean
}

/** Audited, without the search words. */
export function createSearchHouseholds({ database, audit, needToKnow, genuineLetters }: Dependencies) {
  const findCandidates = async (tx: Tx, organisationId: string, written: string, isPlaceShown: boolean) => {
    const hashes = genuineLetters.hashesOf(written)
    if (hashes.length === 0) return findByWords(tx, organisationId, written, isPlaceShown)
    return readContactsOf(tx, organisationId, await recipients.findHouseholdsOfLetter(tx, hashes))
  }

  return async (person: Person, written: string, place: string): Promise<SearchAnswer> => {
    const { organisationId } = person
    const { hidden } = await needToKnow.of(person)
    const isPlaceShown = !hidden.has('longitude')
    return database.forOrganisation(organisationId, async (tx) => {
      const candidates = await findCandidates(tx, organisationId, written, isPlaceShown)
      const references = [...candidates.keys()]
      const found = (await describeReplying(tx, organisationId, candidates, hidden))
        .toSorted(byLatestMessage)
        .slice(0, MAX_FOUND)
      if (isFewHouseholds(references.length)) await recordLooks(tx, person, place, references)
      await audit.recordIn(tx, person, 'looked_up', place, found.length)
      return {
        households: found,
        has_more: references.length > MAX_FOUND,
      }
    })
  }
}

type Candidates = ReadonlyMap<string, NamedContact | undefined>

/** What tells households apart, as far as the role may see. */
export async function describeReplying(
  tx: Tx,
  organisationId: string,
  candidates: Candidates,
  hidden: ReadonlySet<string>,
): Promise<Replying[]> {
  const references = [...candidates.keys()]
  const isHidden = isContactHidden(hidden)
  const messages = isHidden ? null : await readMessages(tx, organisationId, references)
  const requests = isHidden ? null : await readHelpRequests(tx, organisationId, references)
  return [...candidates].map(([household_reference, contact]) => ({
    household_reference,
    ...describeContact(contact, !hidden.has('longitude')),
    messages: messages && (messages.get(household_reference) ?? []),
    help: requests?.get(household_reference) ?? null,
  }))
}

/** A household without a contact is found by its reference only. */
async function findByWords(
  tx: Tx,
  organisationId: string,
  written: string,
  isPlaceShown: boolean,
): Promise<Candidates> {
  const contacts = await searchContacts(tx, organisationId, written, { isPlaceShown, limit: MAX_COMPARED })
  const writtenTo = await recipients.findWrittenTo(tx, organisationId, written)
  const found = new Map([
    ...(await readContactsOf(tx, organisationId, writtenTo)),
    ...contacts.map((contact) => [contact.householdReference, contact] as const),
  ])
  // "A-1" is a household, not number 1 of a street beginning with A.
  const itself = [...found].filter(([reference]) => reference.toUpperCase() === written.toUpperCase())
  return itself.length === 0 ? found : new Map(itself)
}

async function readContactsOf(tx: Tx, organisationId: string, references: readonly string[]): Promise<Candidates> {
  const candidates = new Map<string, NamedContact | undefined>()
  for (const reference of references) candidates.set(reference, await readContact(tx, organisationId, reference))
  return candidates
}

/** Stable: others keep their order. */
const byLatestMessage = (one: FoundHousehold, other: FoundHousehold): number =>
  (other.messages?.[0]?.sent_at ?? '').localeCompare(one.messages?.[0]?.sent_at ?? '')
