import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Queue } from '../../../jobs/queue'
import type { PublishedCount } from '../../../lib/rounding'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import type { FilesService } from '../../platform/files/service'
import type { ContactHistory } from '../../households/contacts/contactHistory'
import type { ContactsService } from '../../households/contacts/service'
import type { FiltersService } from '../../households/filters/service'
import type { IdempotencyService } from '../../platform/idempotency/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { RecipientsService } from '../recipients/service'
import type { NotifyAccountsService } from '../notify-accounts/service'
import type { TextsInUse } from '../templates/textsInUse'
import type { SnapshotsService } from '../../households/snapshots/service'
import { createCorrecting } from './correcting'
import { createCosts } from './costs'
import { createCampaigns } from './create'
import { createEligibility } from './eligibility'
import { createErasing } from './erasing'
import { createHoldOutChoices } from './holdOutChoices'
import { createHoldOuts } from './holdOuts'
import { PREPARE_CAMPAIGN } from './jobs'
import { createLawfulBasisSettings } from './lawfulBasis'
import { createLifecycle, type Lifecycle } from './lifecycle'
import { prepareCampaign, type Letters } from './prepare'
import { createQueries } from './queries'
import { createRecheck } from './recheck'
import * as repo from './repo'
import { createStarts } from './start'
import { createStopContacting } from './stopContacting'

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
  readonly contacts: Pick<ContactsService, 'markDoNotContact'>
  readonly contactHistory: Pick<ContactHistory, 'listContactedForBenefit'>
  readonly recipients: RecipientsService
  readonly texts: Pick<TextsInUse, 'find'>
  /** Without it letter campaigns are refused. */
  readonly letters?: Letters
  readonly notifyAccounts?: Pick<NotifyAccountsService, 'serviceName' | 'messageSettings' | 'opensAt' | 'budget'>
  readonly genuinePage?: (organisationId: string) => Promise<string>
  readonly letterLooks?: (tx: Tx, campaignId: number) => Promise<PublishedCount>
  readonly now?: () => Date
}

export type CampaignsService = ReturnType<typeof createCampaignsService>

/** Registers jobs, so it must run before the queue starts. */
export function createCampaignsService(deps: CampaignsDependencies) {
  const { database, queue, notifyAccounts, now = () => new Date() } = deps
  const holdOuts = createHoldOuts({ database, now })
  const eligibility = createEligibility({ ...deps, holdOuts })
  const recheck = createRecheck({ ...deps, holdOuts })
  const starts = createStarts({ notifyAccounts, now })
  const costs = createCosts({ ...deps, starts, now })
  const lifecycle = createLifecycle({ ...deps, recheck, starts, costs, now })

  const leaveOut: Lifecycle['leaveOut'] = (...asked) => lifecycle.leaveOut(...asked)

  queue.work(PREPARE_CAMPAIGN, (work, stopping) => prepareCampaign({ ...deps, now }, work, stopping))
  // A killed server's job stays claimed until it expires.
  queue.whenStarted(() =>
    database.asSystem(async (tx) => {
      for (const work of await repo.unpreparedCampaigns(tx)) await queue.send(tx, PREPARE_CAMPAIGN, work)
    }),
  )

  return {
    ...createCampaigns({ ...deps, eligibility, holdOuts, costs, now }),
    ...createQueries({ ...deps, recheck, holdOuts, starts, costs }),
    ...lifecycle,
    ...createErasing({ ...deps, leaveOut }),
    ...createCorrecting({ ...deps, leaveOut }),
    stopContacting: createStopContacting({ ...deps, leaveOut }),
    ...createLawfulBasisSettings(deps),
    holdOutChoices: createHoldOutChoices(deps),
  }
}

/** For modules/campaigns/letters. */
export const findCampaign = (tx: Tx, id: number): Promise<repo.CampaignRow | undefined> => repo.findCampaign(tx, id)
/** For modules/results/certificates, which parses them. */
export const { certificateOf, certify } = repo
/** For modules/campaigns/letters. */
export const lockCampaign = (tx: Tx, id: number): Promise<repo.CampaignRow | undefined> => repo.lockCampaign(tx, id)
/** For the demo, newest first. */
export const campaignsOf = (tx: Tx, organisationId: string): Promise<repo.CampaignRow[]> =>
  repo.listCampaigns(tx, organisationId)
