import type { ContactFields } from '#contract/households/contactFields'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { CampaignsService } from '../../campaigns/campaigns/service'
import { recordCorrection, removeCorrection, type ChangedFields } from '../../households/contacts/corrections'
import type { Actor, AuditService } from '../../organisations/audit/service'

export interface CorrectionsDependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly campaigns: Pick<CampaignsService, 'correctLists'>
}

const inWords = (changed: ChangedFields) => changed.map((name) => name.replaceAll('_', ' ')).join(', ')

/** docs/product.md#corrections; the audit log says which fields, never whose or what. */
export function createCorrections({ database, audit, campaigns }: CorrectionsDependencies) {
  async function change(by: Actor, reference: string, work: (tx: Tx) => Promise<ChangedFields>, word: string) {
    const { organisationId } = by
    const correctLists = await campaigns.correctLists(organisationId)
    return database.forOrganisation(organisationId, async (tx) => {
      const changed = await work(tx)
      const leftOut = await correctLists(tx, reference, changed)
      await audit.recordIn(tx, by, 'rectified', `${word}: ${inWords(changed) || 'nothing that is used now'}`, 1)
      return leftOut
    })
  }

  return {
    /** @returns how many messages under way will not be sent. @throws Fault 404, 409 or 422 */
    correct: (by: Actor, reference: string, contact: Partial<ContactFields>): Promise<number> =>
      change(by, reference, (tx) => recordCorrection(tx, by, reference, contact), 'corrected'),

    /** @returns as {@link correct}. @throws Fault 404 */
    lift: (by: Actor, reference: string): Promise<number> =>
      change(by, reference, (tx) => removeCorrection(tx, by.organisationId, reference), 'lifted'),
  }
}
