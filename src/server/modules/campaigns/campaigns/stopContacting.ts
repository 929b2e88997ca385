import type { Tx } from '../../../db/engine'
import type { ContactsService, NewMark } from '../../households/contacts/service'
import type { Actor } from '../../organisations/audit/service'
import type { Lifecycle } from './lifecycle'

/**
 * Marks a household or a number do-not-contact, and leaves the households concerned out of waiting campaigns, in the
 * transaction of what caused the mark.
 * @returns how many messages will not be sent
 * @throws Fault 422 for no UK mobile number; 409 for a wrong number of a household without one
 */
export type StopContacting = (tx: Tx, by: Actor, mark: NewMark) => Promise<number>

/** Ends contact with households. */
export const createStopContacting =
  ({
    contacts,
    leaveOut,
  }: { readonly contacts: Pick<ContactsService, 'markDoNotContact'> } & Pick<Lifecycle, 'leaveOut'>): StopContacting =>
  async (tx, by, mark) =>
    leaveOut(tx, by.organisationId, await contacts.markDoNotContact(tx, by, mark))
