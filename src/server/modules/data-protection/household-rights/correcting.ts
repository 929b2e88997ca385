import type { ContactFields } from '#contract/data-protection/householdRights'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Actor, AuditService } from '../../organisations/audit/service'
import type { CampaignsService } from '../../campaigns/campaigns/service'
import type { RecipientsService } from '../../campaigns/recipients/service'
import type { Changed } from '../../campaigns/recipients/corrections'

interface CorrectionsDependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly recipients: Pick<RecipientsService, 'correct' | 'liftCorrection'>
  readonly campaigns: Pick<CampaignsService, 'correcting'>
}

const inWords = (changed: Changed) => changed.map((name) => name.replaceAll('_', ' ')).join(', ')

/** Corrects contacts (docs/product.md#corrections); the audit log says which fields, never whose or what. */
export function createCorrections({ database, audit, recipients, campaigns }: CorrectionsDependencies) {
  async function change(by: Actor, reference: string, work: (tx: Tx) => Promise<Changed>, word: string) {
    const { organisationId } = by
    const correctLists = await campaigns.correcting(organisationId)
    return database.forOrganisation(organisationId, async (tx) => {
      const changed = await work(tx)
      const leftOut = await correctLists(tx, reference, changed)
      await audit.recordIn(tx, by, 'rectified', `${word}: ${inWords(changed) || 'nothing that is used now'}`, 1)
      return leftOut
    })
  }

  return {
    /** @returns how many messages of campaigns under way will not be sent. @throws Fault 404, 409 or 422 */
    correct: (by: Actor, reference: string, contact: Partial<ContactFields>): Promise<number> =>
      change(by, reference, (tx) => recipients.correct(tx, by, reference, contact), 'corrected'),

    /** @returns as {@link correct}. @throws Fault 404 */
    liftCorrection: (by: Actor, reference: string): Promise<number> =>
      change(by, reference, (tx) => recipients.liftCorrection(tx, by.organisationId, reference), 'lifted'),
  }
}
