/** docs/product.md#bringing-the-month-before-back */
import type { BringBack } from '#contract/households/imports'
import type { Tx } from '../../../db/engine'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { nameOfPerson } from '../../organisations/people/service'
import { countErasures, holdErasures } from '../../platform/erasure-ledger/service'
import { bringContactsBack, countContactsBefore, forgetReplacedContacts } from '../contacts/replaceContacts'
import {
  findLastPublication,
  lockLastPublication,
  undoPublication,
  type LastPublication,
} from '../snapshots/publications'
import { refuseDemo } from './beginImport'
import type { ImportContext } from './context'
import * as repo from './repo'

const BRING_BACK_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1000

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const readName = ({ month }: { readonly month: string }) => MONTH.format(new Date(month))

const computeUndoEnd = ({ publishedAt }: LastPublication) => new Date(publishedAt.getTime() + BRING_BACK_DAYS * DAY_MS)

/** What an undo would bring back. */
export async function describeBringBack(
  context: ImportContext,
  tx: Tx,
  organisationId: string,
): Promise<BringBack | null> {
  const last = await findLastPublication(tx, organisationId)
  if (!last) return null
  const { before } = last
  const { preparing, sending } = await context.monthCampaigns.find(tx, { ...last, organisationId })
  return {
    id: last.id,
    month: last.month,
    published_at: last.publishedAt.toISOString(),
    before: { month: before.month, household_count: before.householdCount },
    contact_count: await context.countReplacedContacts(tx, organisationId, last),
    campaign_count: preparing,
    until: computeUndoEnd(last).toISOString(),
    refusal: explainNoWayBack(last, sending) ?? null,
  }
}

function explainNoWayBack(last: LastPublication, sending: string | undefined): string | undefined {
  if (computeUndoEnd(last) < new Date())
    return `${readName(last)} was published on ${DAY.format(last.publishedAt)}, more than ${BRING_BACK_DAYS} days ago: the month before cannot be brought back any more.`
  return sending === undefined
    ? undefined
    : `The campaign “${sending}” is going out to households of ${readName(last)}. The month before can be brought back when it is complete, or paused.`
}

/**
 * Undoes the last publication: what it replaced is in use again, and campaigns being prepared from it go back to their
 * authors.
 * @throws Fault 409 when not the last any more, too long ago, or being sent from; in the demo
 */
export async function bringBack(context: ImportContext, person: Person, id: string): Promise<void> {
  const { audit, inOrganisation, monthCampaigns, snapshots } = context
  const { organisationId } = person
  await refuseDemo(context, organisationId)
  const undone = await inOrganisation(person, async (tx) => {
    const last = await lockLastPublication(tx, organisationId, id)
    if (!last)
      throw conflict('Somebody has brought a month back meanwhile, or published one. Look at the months again.')
    const { before } = last
    const of = { ...last, organisationId }
    const refusal = explainNoWayBack(last, (await monthCampaigns.find(tx, of)).sending)
    if (refusal !== undefined) throw conflict(refusal)
    await holdErasures(tx, organisationId, await countErasures(tx, organisationId))
    await undoPublication(tx, organisationId, last)
    if (last.replacedContacts) await bringContactsBack(tx, organisationId)
    const what = `${readName(last)}, as it was published on ${DAY.format(last.publishedAt)}, was taken back.`
    const made = `${what.slice(0, -1)}, and this campaign was made of it.`
    await monthCampaigns.stop(tx, person, of, {
      comment: `${made} Nothing was sent. Make a draft of it again: it then takes its households from ${readName(before)}.`,
      warning: `${made} Resume it only if its households and messages are right.`,
    })
    const who = await nameOfPerson(tx, person.userId, person.email)
    await repo.withdraw(tx, last.month, `${who} brought ${readName(before)} back on ${DAY.format(new Date())}. ${what}`)
    await audit.recordIn(tx, person, 'month_brought_back', before.month, before.householdCount)
    return last
  })
  await snapshots.files.remove(undone.fileKey)
}

/** Deletes what can no longer be brought back. @returns how many months and contacts */
export async function forgetReplaced({ inOrganisation, snapshots }: ImportContext, organisationId: string, at: Date) {
  const contacts = await inOrganisation({ organisationId }, async (tx) => {
    const last = await findLastPublication(tx, organisationId)
    if (last && computeUndoEnd(last) >= at) return 0
    const count = await countContactsBefore(tx, organisationId)
    await forgetReplacedContacts(tx, organisationId)
    return count
  })
  const replacedBefore = new Date(at.getTime() - BRING_BACK_DAYS * DAY_MS)
  return contacts + (await snapshots.files.deleteReplaced(organisationId, replacedBefore))
}
