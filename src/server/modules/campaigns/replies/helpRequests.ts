/** docs/product.md#who-wants-help */
import type { z } from 'zod'
import { londonDay } from '#contract/days'
import {
  HELP_LIST_LIMIT,
  type changeHelp,
  type getWantsHelp,
  type HelpRequest,
  type HelpView,
} from '#contract/campaigns/replies'
import type { VisitOutcomeName } from '#contract/households/visitOutcomes'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { readContacts } from '../../households/contacts/findContacts'
import { COLUMNS_OF_CONTACT } from '../../households/need-to-know/groups'
import { isFewHouseholds, recordLooks } from '../../households/need-to-know/looks'
import { requireShown, type NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import type { IsErased } from '../../platform/erasure-ledger/service'
import { readLastVisits } from '../visits/lastVisits'
import { describeContact, readMessages } from './describeHouseholds'
import * as repo from './helpRepo'

type Wanted = z.output<typeof getWantsHelp.reply>
type Change = Omit<z.output<typeof changeHelp.body>, 'household_reference'>

const WHO_WANTS_HELP = 'Who wants help'
const PLACE = 'replies, who wants help'

/** Field by field; undefined stays. */
export const readChange = ({ email }: Person, change: Omit<Change, 'is_helped'>): repo.HelpChange => ({
  ...(change.note === undefined ? {} : { note: change.note }),
  ...(change.call_back_on === undefined ? {} : { callBackOn: change.call_back_on }),
  ...(change.is_mine === undefined ? {} : { owner: change.is_mine ? email : null }),
})

const presentRequest = ({ askedAt, note, owner, callBackOn, doneAt }: repo.HelpRow): HelpRequest => ({
  asked_at: askedAt.toISOString(),
  note,
  owner,
  call_back_on: callBackOn,
  helped_at: doneAt?.toISOString() ?? null,
})

/** Requests by household. */
export async function readHelpRequests(
  tx: Tx,
  organisationId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, HelpRequest>> {
  const rows = await repo.findRequests(tx, organisationId, references)
  return new Map(rows.map((row) => [row.householdReference, presentRequest(row)]))
}

/** Deletes requests of erased households. */
export async function eraseHelpRequests(tx: Tx, organisationId: string, isErased: IsErased): Promise<void> {
  const gone = (await repo.listReferences(tx, organisationId)).filter(isErased)
  if (gone.length > 0) await repo.deleteRequests(tx, organisationId, gone)
}

const FOLLOWED_UP: Readonly<Partial<Record<VisitOutcomeName, 'open' | 'done' | 'done if open'>>> = {
  call_again: 'open',
  helped_to_claim: 'done',
  refused: 'done if open',
  moved: 'done if open',
  do_not_call: 'done if open',
}

/** Lists a visited household, or marks it done. With a day it is to be called back then. */
export async function followUpVisit(
  tx: Tx,
  organisationId: string,
  visit: { readonly reference: string; readonly outcome: VisitOutcomeName; readonly callAgainOn: string | null },
): Promise<void> {
  const { reference, outcome, callAgainOn } = visit
  const followedUp = callAgainOn === null ? FOLLOWED_UP[outcome] : 'open'
  if (followedUp === undefined) return
  if (followedUp === 'open')
    return repo.openRequest(tx, organisationId, reference, callAgainOn === null ? {} : { callBackOn: callAgainOn })
  const isListed = await repo.changeRequest(tx, organisationId, reference, { isDone: true })
  if (isListed || followedUp === 'done if open') return
  await repo.openRequest(tx, organisationId, reference, {})
  await repo.changeRequest(tx, organisationId, reference, { isDone: true })
}

/** Lists who wants help. */
export function createHelpRequests({
  database,
  audit,
  needToKnow,
}: {
  readonly database: Database
  readonly audit: AuditService
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
}) {
  const requireContactShown = async (person: Person) => {
    const own = await needToKnow.of(person)
    requireShown(own, COLUMNS_OF_CONTACT, WHO_WANTS_HELP)
    return own
  }

  return {
    /** Audited, by number. @throws Fault 409 for a role that is not shown which households campaigns wrote to */
    list: async (person: Person, view: HelpView): Promise<Wanted> => {
      const { hidden } = await requireContactShown(person)
      const { organisationId, email } = person
      const today = londonDay(new Date())
      return database.forOrganisation(organisationId, async (tx) => {
        const { total, rows } = await repo.listRequests(tx, { organisationId, view, email, today }, HELP_LIST_LIMIT)
        const references = rows.map(({ householdReference }) => householdReference)
        const contacts = await readContacts(tx, organisationId, 'sms', references)
        const messages = await readMessages(tx, organisationId, references)
        const visits = await readLastVisits(tx, organisationId, references, hidden.size === 0)
        if (isFewHouseholds(total)) await recordLooks(tx, person, PLACE, references)
        await audit.recordIn(tx, person, 'looked_up', PLACE, references.length)
        return {
          total,
          households: rows.map((row) => {
            const contact = contacts.get(row.householdReference)
            return {
              household_reference: row.householdReference,
              ...describeContact(contact, true),
              mobile: contact?.mobile ?? '',
              message: messages.get(row.householdReference)?.[0] ?? null,
              last_visit: visits.get(row.householdReference) ?? null,
              ...presentRequest(row),
            }
          }),
        }
      })
    },

    /** Audited, without the note. @throws Fault 404 for a household not listed; 409 as {@link list} */
    change: async (person: Person, reference: string, change: Change): Promise<void> => {
      await requireContactShown(person)
      return database.forOrganisation(person.organisationId, async (tx) => {
        const { is_helped: isDone } = change
        const changed = readChange(person, change)
        if (!(await repo.changeRequest(tx, person.organisationId, reference, { ...changed, isDone })))
          throw notFound('This household is not among those who want help any more. Reload the list.')
        for (const subject of nameChanges(change)) await audit.recordIn(tx, person, 'reply', subject, 1)
      })
    },

    deleteDoneBefore: (organisationId: string, before: Date): Promise<number> =>
      database.forOrganisation(organisationId, (tx) => repo.deleteDone(tx, organisationId, before)),
  }
}

const nameChanges = ({ note, call_back_on: callBackOn, is_mine: isMine, is_helped: isHelped }: Change): string[] => [
  ...(note === undefined ? [] : ['wants help: note']),
  ...(callBackOn === undefined ? [] : ['wants help: call back on']),
  ...(isMine === undefined ? [] : [isMine ? 'wants help: taken over' : 'wants help: given back']),
  ...(isHelped === undefined ? [] : [isHelped ? 'was helped' : 'was not helped yet']),
]
