/** docs/product.md#do-not-contact */
import type { MarkReason } from '#contract/data-protection/householdRights'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput } from '../../../http/faults'
import type { Actor } from '../../organisations/audit/service'
import type { CampaignsService } from '../../campaigns/campaigns/service'
import { lastDigitsOf } from '../../campaigns/recipients/service'
import { createCorrections } from './correcting'
import { createDesk, type DeskDependencies } from './desk'
import { createErasing, type ErasingDependencies } from './erasing'
import * as repo from './repo'

/** A household, or everybody with a UK mobile number in any spelling. */
export type Marked = ({ readonly reference: string } | { readonly number: string }) & { readonly reason: MarkReason }

const NOTIFY = { email: 'GOV.UK Notify', actor: { role: 'Provider' } } as const

export type RightsService = ReturnType<typeof createRightsService>

/** Registers its job: call before the queue starts. */
export function createRightsService(
  deps: DeskDependencies &
    ErasingDependencies & { readonly campaigns: Pick<CampaignsService, 'leaveOut' | 'erase' | 'correcting'> },
) {
  const { database, audit, recipients, campaigns } = deps

  const heldNumber = async (tx: Tx, organisationId: string, reference: string) =>
    lastDigitsOf((await recipients.findContact(tx, organisationId, reference))?.mobile ?? '')

  /** Undefined when only the household is marked. */
  async function numberOf(tx: Tx, organisationId: string, marked: Marked): Promise<string | undefined> {
    if ('number' in marked) {
      const digits = lastDigitsOf(marked.number)
      if (digits === undefined) throw invalidInput({ number: 'Write a UK mobile number, such as 07700 900123.' })
      return digits
    }
    if (marked.reason !== 'wrong_number') return undefined
    const held = await heldNumber(tx, organisationId, marked.reference)
    if (held === undefined) throw conflict('No mobile number is held for this household.', 'no_number')
    return held
  }

  /**
   * In the transaction of what caused the mark.
   * @returns how many messages of campaigns under way will not be sent
   * @throws Fault 422 for no UK mobile number; 409 for a wrong number of a household without one
   */
  async function markDoNotContactIn(tx: Tx, by: Actor, marked: Marked): Promise<number> {
    const { organisationId } = by
    const marks = { organisationId, reason: marked.reason, markedBy: by.email }
    const number = await numberOf(tx, organisationId, marked)
    const found = number === undefined ? [] : await recipients.householdsWithNumber(tx, organisationId, number)
    const households = 'reference' in marked ? [marked.reference] : found.map(({ reference }) => reference)
    if (number !== undefined) await repo.markNumber(tx, marks, number)
    // An objection outlasts the number that it came from.
    if (marked.reason !== 'wrong_number') await repo.markHouseholds(tx, marks, households)
    const concerned = [...new Set([...households, ...found.map(({ reference }) => reference)])]
    const leftOut = await campaigns.leaveOut(tx, organisationId, concerned)
    await audit.recordIn(tx, by, 'do_not_contact', marked.reason.replace('_', ' '), households.length)
    return leftOut
  }

  /** Numbers that GOV.UK Notify cannot deliver to, in the transaction that records it. */
  async function markDeadNumbersIn(tx: Tx, organisationId: string, numbers: readonly string[]): Promise<void> {
    const marked = await repo.markWrongNumbers(tx, organisationId, NOTIFY.email, [
      ...new Set(numbers.flatMap((number) => lastDigitsOf(number) ?? [])),
    ])
    if (marked > 0) await audit.recordIn(tx, { ...NOTIFY, organisationId }, 'do_not_contact', 'wrong number', marked)
  }

  return {
    ...createDesk(deps),
    ...createErasing(deps),
    ...createCorrections(deps),
    markDoNotContactIn,
    markDeadNumbersIn,
    /** Includes households without a contact. */
    markedAmong: repo.markedAmong,
    markDoNotContact: (by: Actor, marked: Marked): Promise<number> =>
      database.forOrganisation(by.organisationId, (tx) => markDoNotContactIn(tx, by, marked)),

    liftDoNotContact: (by: Actor, reference: string): Promise<number> =>
      database.forOrganisation(by.organisationId, async (tx) => {
        const { organisationId } = by
        const number = await heldNumber(tx, organisationId, reference)
        const lifted = await repo.deleteMarks(tx, organisationId, { reference, number })
        if (lifted > 0) await audit.recordIn(tx, by, 'do_not_contact', 'lifted', lifted)
        return lifted
      }),
  }
}
