import { randomUUID } from 'node:crypto'
import { invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { COLUMNS_OF_CONTACT } from '../../households/need-to-know/groups'
import { requireShown, type NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import { EXPORT_GOOD_FOR_SECONDS, type FilesService } from '../../platform/files/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import { CLAIM_COLUMNS, type ReportsService } from '../reports/service'
import { gatherFigures, choosePeriod, type PackSources } from './figures'
import { drawRenewalsPack } from './pack'

interface RenewalsDependencies extends Omit<PackSources, 'claimantsOf' | 'impactOf'> {
  readonly organisations: Pick<OrganisationsService, 'findByListedName'>
  readonly reports: Pick<ReportsService, 'claimants' | 'impact'>
  readonly files: Pick<FilesService, 'put' | 'getUrl'>
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly audit: AuditService
  readonly now?: () => Date
}

export type RenewalsService = ReturnType<typeof createRenewalsService>

/** Client renewals packs. */
export function createRenewalsService(deps: RenewalsDependencies) {
  const { organisations, reports, files, audit, now = () => new Date() } = deps
  return {
    /**
     * Audited in the organisation.
     * @returns an address, valid for five minutes
     * @throws Fault 422; 409 for a role that is not shown which households campaigns wrote to
     */
    async make(person: Person, name: string): Promise<string> {
      const organisation = await organisations.findByListedName(name)
      if (!organisation) {
        throw invalidInput({
          lift_client_display_name: 'There is no organisation of that name. Choose one from the list.',
        })
      }
      const there: Person = { ...person, organisationId: organisation.id }
      requireShown(await deps.needToKnow.of(there), [...CLAIM_COLUMNS, ...COLUMNS_OF_CONTACT], 'The renewals pack')
      const moment = now()
      const findClaimants = (campaignId: number) => reports.claimants(there, campaignId)
      const findImpact = (campaignId: number) => reports.impact(there, campaignId)
      const figures = await gatherFigures(
        { ...deps, claimantsOf: findClaimants, impactOf: findImpact },
        organisation,
        choosePeriod(moment),
      )
      const key = `renewals/${organisation.id}/${randomUUID()}.pdf`
      await files.put(key, await drawRenewalsPack(figures, moment), 'application/pdf')
      await audit.record(
        there,
        'renewals_pack',
        `${figures.period.from} to ${figures.period.to}`,
        figures.campaigns.length,
      )
      return files.getUrl(key, { expiresInSeconds: EXPORT_GOOD_FOR_SECONDS, contentType: 'application/pdf' })
    },
  }
}
