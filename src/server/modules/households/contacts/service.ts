/** docs/product.md#do-not-contact */
import type { MarkReason } from '#contract/households/doNotContact'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput } from '../../../http/faults'
import type { Actor, AuditService } from '../../organisations/audit/service'
import { readLastDigits } from './contactRules'
import * as marksRepo from './marksRepo'
import * as repo from './repo'

/** A household, or everybody with a UK mobile number in any spelling. */
export type NewMark = ({ readonly reference: string } | { readonly number: string }) & { readonly reason: MarkReason }

/** For what GOV.UK Notify tells. */
export const BY_NOTIFY = { email: 'GOV.UK Notify', actor: { role: 'Provider' } } as const

export type ContactsService = ReturnType<typeof createContactsService>

/** Marks households and numbers do-not-contact. */
export function createContactsService({ database, audit }: { database: Database; audit: AuditService }) {
  return {
    /**
     * In the caller's transaction.
     * @returns the households concerned
     * @throws Fault 422 for no UK mobile number; 409 for a wrong number of a household without one
     */
    async markDoNotContact(tx: Tx, by: Actor, mark: NewMark): Promise<string[]> {
      const { organisationId } = by
      const marks = { organisationId, reason: mark.reason, markedBy: by.email }
      const number = await readMarkedNumber(tx, organisationId, mark)
      const found = number === undefined ? [] : await repo.householdsWithNumber(tx, organisationId, number)
      const sharing = found.map(({ reference }) => reference)
      const households = 'reference' in mark ? [mark.reference] : sharing
      if (number !== undefined) await marksRepo.markNumber(tx, marks, number)
      // An objection outlasts its number.
      if (mark.reason !== 'wrong_number') await marksRepo.markHouseholds(tx, marks, households)
      await audit.recordIn(tx, by, 'do_not_contact', mark.reason.replace('_', ' '), households.length)
      return [...new Set([...households, ...sharing])]
    },

    /** Numbers that GOV.UK Notify cannot deliver to, in the recording transaction. */
    async markDeadNumbers(tx: Tx, organisationId: string, numbers: readonly string[]): Promise<void> {
      const digits = [...new Set(numbers.flatMap((number) => readLastDigits(number) ?? []))]
      const marked = await marksRepo.markWrongNumbers(tx, organisationId, BY_NOTIFY.email, digits)
      if (marked > 0)
        await audit.recordIn(tx, { ...BY_NOTIFY, organisationId }, 'do_not_contact', 'wrong number', marked)
    },

    findSharedNumbers: repo.findSharedNumbers,

    /** Lifts the marks of a household and of its number. @returns how many */
    liftDoNotContact: (by: Actor, reference: string): Promise<number> =>
      database.forOrganisation(by.organisationId, async (tx) => {
        const { organisationId } = by
        const number = await readHeldNumber(tx, organisationId, reference)
        const lifted = await marksRepo.deleteMarks(tx, organisationId, { reference, number })
        if (lifted > 0) await audit.recordIn(tx, by, 'do_not_contact', 'lifted', lifted)
        return lifted
      }),
  }
}

const readHeldNumber = async (tx: Tx, organisationId: string, reference: string) =>
  readLastDigits((await repo.findContact(tx, organisationId, reference))?.mobile ?? '')

async function readMarkedNumber(tx: Tx, organisationId: string, mark: NewMark): Promise<string | undefined> {
  if ('number' in mark) {
    const digits = readLastDigits(mark.number)
    if (digits === undefined) throw invalidInput({ number: 'Write a UK mobile number, such as 07700 900123.' })
    return digits
  }
  if (mark.reason !== 'wrong_number') return undefined
  const held = await readHeldNumber(tx, organisationId, mark.reference)
  if (held === undefined) throw conflict('No mobile number is held for this household.', 'no_number')
  return held
}
