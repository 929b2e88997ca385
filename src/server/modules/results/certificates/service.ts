/** docs/product.md#campaign-certificate */
import { actionInWords } from '#contract/organisations/audit'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Database } from '../../../db/database'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { AuditService } from '../../organisations/audit/service'
import { certifyCampaign } from '../../campaigns/campaigns/campaignResults'
import type { CampaignsService } from '../../campaigns/campaigns/service'
import { EXPORT_GOOD_FOR_SECONDS, type FilesService } from '../../platform/files/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import { drawCertificatePdf } from './certificatePdf'
import { certificateFigures, certifiedSchema, waterfallSchema } from './figures'

interface CertificatesDependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly campaigns: Pick<CampaignsService, 'readDetail' | 'requireListShown'>
  readonly organisations: Pick<OrganisationsService, 'get'>
  readonly files: Pick<FilesService, 'put' | 'getUrl'>
}

/** GOV.UK Notify keeps a message, and its status, this long. */
const MESSAGE_KEPT_MS = 7 * 24 * 60 * 60_000

export type CertificatesService = ReturnType<typeof createCertificatesService>

/** Makes certificates. */
export function createCertificatesService({
  database,
  audit,
  campaigns,
  organisations,
  files,
}: CertificatesDependencies) {
  return {
    /**
     * Audited: that entry is the head the certificate names.
     * @returns an address, valid for five minutes
     * @throws Fault 404; 409 for a campaign that has not been sent, or whose list is hidden from the role
     */
    async make(person: Person, id: number): Promise<string> {
      const { organisationId } = person
      await campaigns.requireListShown(person, id)
      const campaign = await campaigns.readDetail(person, id)
      if (campaign.date_sent === null) {
        throw conflict('This campaign has not been sent. Its certificate can be made once it has.', 'not_sent')
      }
      const { name: organisation } = await organisations.get(organisationId)
      const recorded = await database.forOrganisation(organisationId, async (tx) => {
        const { recipients, removals } = campaign
        const isReported = recipients.prepared + recipients.sending === 0
        const kept = await certifyCampaign(tx, id, ({ completedAt }) =>
          completedAt && (isReported || Date.now() - completedAt.getTime() > MESSAGE_KEPT_MS)
            ? { at: new Date(), recipients, removals }
            : undefined,
        )
        const waterfall = waterfallSchema.parse(kept.waterfall)
        const certified = certifiedSchema.parse(kept.certified)
        const entries = await audit.entriesAbout(tx, organisationId, kept.subject)
        await audit.recordIn(tx, person, 'export', `certificate of campaign ${id}`)
        return {
          createdAt: kept.campaign.createdAt,
          waterfall,
          certified,
          leftTo: kept.campaign,
          entries,
          head: await audit.headOf(tx, organisationId),
        }
      })
      const file = await drawCertificatePdf({
        organisation: unescapeAngleBrackets(organisation),
        campaign,
        createdAt: recorded.createdAt,
        figures: certificateFigures(recorded.certified, recorded.waterfall, recorded.leftTo, campaign.frozen_count),
        certifiedAt: recorded.certified?.at ?? null,
        moves: recorded.entries.map(({ position, at, actorEmail, action }) => ({
          position,
          at,
          who: actorEmail,
          what: actionInWords(action),
        })),
        head: recorded.head,
        made: new Date(),
      })
      const name = `campaign-${id}-certificate.pdf`
      const key = `exports/${organisationId}/${name}`
      await files.put(key, file, 'application/pdf')
      return files.getUrl(key, { expiresInSeconds: EXPORT_GOOD_FOR_SECONDS, contentType: 'application/pdf' })
    },
  }
}
