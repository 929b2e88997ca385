/** docs/product.md#texts-that-come-in */
import type { z } from 'zod'
import type { ReceivedText } from '#contract/campaigns/notifyCallback'
import {
  MOST_TEXT_CHARACTERS,
  MOST_TEXT_HOUSEHOLDS,
  TEXT_LIST_LIMIT,
  type getReceivedTexts,
  type TextView,
} from '#contract/campaigns/receivedTexts'
import type { MessageSent } from '#contract/campaigns/replies'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { readLastDigits, ukMobile } from '../../households/contacts/contactRules'
import { findHouseholdsWithNumber, readContacts } from '../../households/contacts/findContacts'
import { BY_NOTIFY } from '../../households/contacts/service'
import { COLUMNS_OF_CONTACT } from '../../households/need-to-know/groups'
import { isFewHouseholds, recordLooks } from '../../households/need-to-know/looks'
import { requireShown, type NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { IsErased } from '../../platform/erasure-ledger/service'
import type { CampaignsService } from '../campaigns/service'
import type { NotifyAccountsService } from '../notify-accounts/service'
import * as recipients from '../recipients/repliesRepo'
import { describeReplying } from './searchHouseholds'
import { asksToStop } from './stopWords'
import * as repo from './textsRepo'
import { readMessages } from './describeHouseholds'

type Listed = z.output<typeof getReceivedTexts.reply>

const PLACE = 'replies, texts that came in'

export interface ReceivedTextsDependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly campaigns: Pick<CampaignsService, 'stopContacting'>
  readonly organisations: Pick<OrganisationsService, 'list'>
  readonly notifyAccounts: Pick<NotifyAccountsService, 'settings'>
}

/** Takes texts that people send back, and lists them. */
export function createReceivedTexts(deps: ReceivedTextsDependencies) {
  const { database, audit, needToKnow } = deps
  const requireContactShown = async (person: Person) => {
    const access = await needToKnow.of(person)
    requireShown(access, COLUMNS_OF_CONTACT, 'Which texts came in')
    return access
  }

  return {
    /** @param organisationId the account's; undefined for the shared one */
    receive: async (
      text: ReceivedText,
      organisationId: string | undefined,
    ): Promise<'new' | 'came before' | 'of no organisation'> => {
      const number = ukMobile(text.source_number)
      const isStop = number !== undefined && asksToStop(text.message)
      const owners =
        organisationId === undefined ? await findOwners(deps, number ?? text.source_number) : [organisationId]
      if (owners.length === 0) return 'of no organisation'
      let isNew = false
      // "Stop" counts for everybody who wrote to that number; anything else answers the latest.
      for (const owner of isStop ? owners : owners.slice(0, 1))
        isNew = (await takeText(deps, owner, { ...text, number, isStop })) || isNew
      return isNew ? 'new' : 'came before'
    },

    /** Audited. @throws Fault 409 for a role that is not shown which households were written to */
    list: async (person: Person, view: TextView): Promise<Listed> => {
      const { hidden } = await requireContactShown(person)
      const { organisationId } = person
      return database.forOrganisation(organisationId, async (tx) => {
        const { total, rows } = await repo.listTexts(tx, organisationId, view, TEXT_LIST_LIMIT)
        const writtenTo = await readMessages(tx, organisationId, [...new Set(rows.flatMap(readOwners))])
        const shown = rows.map((row) => chooseShown(row, writtenTo))
        const references = [...new Set(shown.flat())]
        const contacts = await readContacts(tx, organisationId, 'sms', references)
        const candidates = new Map(references.map((reference) => [reference, contacts.get(reference)]))
        const households = await describeReplying(tx, organisationId, candidates, hidden)
        const byReference = new Map(households.map((one) => [one.household_reference, one]))
        if (isFewHouseholds(references.length)) await recordLooks(tx, person, PLACE, references)
        await audit.recordIn(tx, person, 'looked_up', PLACE, references.length)
        const texts = rows.map((row, at) => ({
          ...presentText(row),
          households: (shown[at] ?? []).flatMap((reference) => byReference.get(reference) ?? []),
        }))
        return { total, texts }
      })
    },

    /** Audited. @throws Fault 404; 409 as {@link list} */
    note: async (person: Person, id: string, isDone: boolean): Promise<void> => {
      await requireContactShown(person)
      return database.forOrganisation(person.organisationId, async (tx) => {
        if (!(await repo.noteText(tx, person.organisationId, id, isDone ? person.email : null)))
          throw notFound('This text is no longer there. Reload the list.')
        await audit.recordIn(tx, person, 'reply', isDone ? 'a text: done' : 'a text: not done yet', 1)
      })
    },

    deleteDoneBefore: (organisationId: string, before: Date): Promise<number> =>
      database.forOrganisation(organisationId, (tx) => repo.deleteDone(tx, organisationId, before)),
  }
}

/** Organisations on a shared account that wrote to a number, latest first, or the only one. */
async function findOwners(
  { database, organisations, notifyAccounts }: ReceivedTextsDependencies,
  number: string,
): Promise<string[]> {
  const shareAccount = async (ids: readonly string[]) => {
    const accounts = await Promise.all(ids.map((id) => notifyAccounts.settings(id)))
    return ids.filter((_, at) => accounts[at]?.account !== 'own')
  }
  const wrote = await database.asSystemWithoutTransaction((tx) => recipients.findOrganisationsWritingTo(tx, number))
  const owners = await shareAccount(wrote)
  if (owners.length > 0) return owners
  const all = await shareAccount((await organisations.list()).map(({ id }) => id))
  return all.length === 1 ? all : []
}

type TakenText = ReceivedText & {
  /** Undefined: not a UK mobile. */
  readonly number: string | undefined
  readonly isStop: boolean
}

/** Once per GOV.UK Notify id. @returns whether it is new */
const takeText = (
  { database, audit, campaigns }: ReceivedTextsDependencies,
  organisationId: string,
  { id, source_number: written, message, date_received: receivedAt, number, isStop }: TakenText,
): Promise<boolean> =>
  database.forOrganisation(organisationId, async (tx) => {
    const householdReferences = number === undefined ? [] : await findHouseholdsWithNumber(tx, organisationId, number)
    const isNew = await repo.insertText(tx, {
      ...{ organisationId, notifyId: id, isStop, householdReferences },
      number: number ?? written,
      message: cutText(message),
      receivedAt: new Date(receivedAt),
      ...(isStop ? { doneAt: new Date(), doneBy: BY_NOTIFY.email } : {}),
    })
    if (!isNew) return false
    const by = { ...BY_NOTIFY, organisationId }
    await audit.recordIn(tx, by, 'reply', isStop ? 'a text: wants no more messages' : 'a text: came in', 1)
    if (!isStop || number === undefined) return true
    for (const reference of householdReferences) await recipients.noteReply(tx, organisationId, reference, 'stop')
    await campaigns.stopContacting(tx, by, { number, reason: 'objection' })
    return true
  })

function cutText(message: string): string {
  const characters = [...message]
  return characters.length <= MOST_TEXT_CHARACTERS ? message : `${characters.slice(0, MOST_TEXT_CHARACTERS).join('')} …`
}

const presentText = ({
  notifyId,
  number,
  message,
  receivedAt,
  isStop,
  householdReferences,
  doneAt,
  doneBy,
}: repo.TextRow) => ({
  id: notifyId,
  number,
  message,
  received_at: receivedAt.toISOString(),
  is_stop: isStop,
  done: doneAt && { at: doneAt.toISOString(), by: doneBy ?? '' },
  household_count: householdReferences.length,
})

const readOwners = ({ householdReferences }: repo.TextRow) => householdReferences

/** The household written to last most likely answers. */
function chooseShown(row: repo.TextRow, writtenTo: ReadonlyMap<string, readonly MessageSent[]>): string[] {
  const latest = (reference: string) => writtenTo.get(reference)?.[0]?.sent_at ?? ''
  return row.householdReferences
    .toSorted((one, other) => latest(other).localeCompare(latest(one)))
    .slice(0, MOST_TEXT_HOUSEHOLDS)
}

/** For a household's file. @param mobile of its contact, in any spelling */
export const readReceivedTexts = async (tx: Tx, organisationId: string, reference: string, mobile: string) =>
  (await repo.findTextsOf(tx, organisationId, reference, ukMobile(mobile))).map(presentText)

/**
 * Texts that are another household's too stay with it.
 * @param numbers of the erased households
 */
export async function eraseReceivedTexts(
  tx: Tx,
  organisationId: string,
  isErased: IsErased,
  numbers: readonly string[],
): Promise<void> {
  const digits = new Set(numbers.flatMap((number) => readLastDigits(number) ?? []))
  const gone: string[] = []
  for (const { id, number, references } of await repo.listTextOwners(tx, organisationId)) {
    const left = references.filter((reference) => !isErased(reference))
    const isOfNumber = references.length === 0 && digits.has(readLastDigits(number) ?? '')
    if (isOfNumber || (left.length === 0 && references.length > 0)) gone.push(id)
    else if (left.length < references.length) await repo.changeTextOwners(tx, organisationId, id, left)
  }
  await repo.deleteTexts(tx, organisationId, gone)
}
