import type { Language } from '#contract/households/languages'
import type { NamedBenefit } from '#contract/campaigns/namedBenefits'
import type { Placeholder } from '#contract/campaigns/placeholders'
import type { BenefitName } from '#contract/households/benefits'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Queue } from '../../../jobs/queue'
import type { PublishedCount } from '../../../lib/rounding'
import type { ContactHistory } from '../../households/contacts/contactHistory'
import type { ContactsService } from '../../households/contacts/service'
import type { FilterTemplatesService } from '../../households/filter-templates/service'
import type { FiltersService } from '../../households/filters/service'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { SnapshotsService } from '../../households/snapshots/service'
import type { AuditService } from '../../organisations/audit/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { FilesService } from '../../platform/files/service'
import type { IdempotencyService } from '../../platform/idempotency/service'
import type { NotifyAccountsService } from '../notify-accounts/service'
import type { TextsInUse } from '../templates/textsInUse'
import type { CampaignWork } from './jobs'

export interface CampaignsDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly idempotency: IdempotencyService
  readonly snapshots: SnapshotsService
  readonly files: FilesService
  readonly filters: FiltersService
  readonly organisations: OrganisationsService
  readonly contacts: Pick<ContactsService, 'markDoNotContact' | 'findSharedNumbers'>
  readonly contactHistory: Pick<ContactHistory, 'listContactedForBenefit'>
  readonly texts: Pick<TextsInUse, 'find'>
  readonly filterTemplates: Pick<FilterTemplatesService, 'wordRequest'>
  readonly letters: LettersForCampaigns
  readonly notifyAccounts: Pick<NotifyAccountsService, 'serviceName' | 'messageSettings' | 'opensAt' | 'budget'>
  readonly genuinePage: (organisationId: string) => Promise<string>
  readonly letterLooks: (tx: Tx, campaignId: number) => Promise<PublishedCount>
  readonly now?: () => Date
  /** The demo's data were made for one draw; random otherwise. */
  readonly seedHoldOut?: () => string
}

export type MoveDependencies = Pick<CampaignsDependencies, 'database' | 'queue' | 'audit'> & {
  readonly now: () => Date
}

export interface LettersForCampaigns {
  find(
    organisationId: string,
    key: string,
  ): Promise<
    | {
        readonly placeholders: readonly Placeholder[]
        /** An upload with a campaign is for that campaign only. */
        readonly isOfferedTo: (userId: string) => boolean
        readonly isWebAlone: boolean
        readonly benefitName: BenefitName
        readonly namedBenefits: readonly NamedBenefit[]
        readonly language: Language | null
      }
    | undefined
  >
  /** Undefined if LibreOffice has made none. */
  preview(tx: Tx, organisationId: string, key: string): Promise<string | undefined>
  made(tx: Tx, campaignIds: readonly number[]): Promise<{ readonly campaignId: number; readonly made: number }[]>
  /** Resumable: works until its time is up. `problem` is for people. */
  prepare(
    campaign: CampaignWork,
    isOver: () => Promise<boolean>,
  ): Promise<'made' | 'later' | { readonly problem: string }>
}
