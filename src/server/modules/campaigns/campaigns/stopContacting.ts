import type { Tx } from '../../../db/engine'
import type { NewMark } from '../../households/contacts/service'
import type { Actor } from '../../organisations/audit/service'
import type { CampaignsDependencies } from './dependencies'
import { leaveOutHouseholds } from './leaveOut'

/**
 * @returns marks a household or a number do-not-contact, and leaves the households concerned out of waiting campaigns, in
 *   the transaction of what caused the mark; how many messages will not be sent. Throws Fault 422 for no UK mobile
 *   number; 409 for a wrong number of a household without one
 */
export const createStopContacting =
  ({ queue, contacts }: Pick<CampaignsDependencies, 'queue' | 'contacts'>) =>
  async (tx: Tx, by: Actor, mark: NewMark): Promise<number> =>
    leaveOutHouseholds({ queue }, tx, by.organisationId, await contacts.markDoNotContact(tx, by, mark))
