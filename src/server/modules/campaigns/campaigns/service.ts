import type { Spending } from '#contract/campaigns/messageCosts'
import type { Person } from '../../../http/person'
import { createAddCampaign } from './addCampaign'
import { createReadDetail } from './campaignDetail'
import { createCampaignLists } from './campaignLists'
import { createClearCompleted } from './cancelCampaign'
import { createCorrectLists } from './correcting'
import { createCosts } from './costs'
import { createCountHouseholds } from './countHouseholds'
import type { CampaignsDependencies } from './dependencies'
import { createEligibility } from './eligibility'
import { createCampaignErasure } from './eraseHouseholds'
import { createExampleText } from './exampleText'
import { createExportReferences } from './exportReferences'
import { createHoldOutChoices } from './holdOutChoices'
import { createHoldOuts } from './holdOuts'
import { PREPARE_CAMPAIGN } from './jobs'
import { createLawfulBasisSettings } from './lawfulBasis'
import { createLifecycle } from './lifecycle'
import { prepareCampaign } from './prepare'
import { createRecheck } from './recheck'
import * as repo from './repo'
import { createReviewList } from './reviewList'
import { createSendingProgress } from './sendingProgress'
import { createStarts } from './start'
import { createStopContacting } from './stopContacting'

export type CampaignsService = ReturnType<typeof createCampaignsService>

/** Registers jobs, so it must run before the queue starts. */
export function createCampaignsService(dependencies: CampaignsDependencies) {
  const { database, queue, now = () => new Date() } = dependencies
  const starts = createStarts({ ...dependencies, now })
  const holdOuts = createHoldOuts({ database, now })
  const shared = {
    ...dependencies,
    now,
    starts,
    holdOuts,
    eligibility: createEligibility({ ...dependencies, holdOuts }),
    recheck: createRecheck({ ...dependencies, holdOuts }),
    costs: createCosts({ ...dependencies, starts, now }),
  }

  queue.work(PREPARE_CAMPAIGN, (work, stopping) => prepareCampaign(shared, work, stopping))
  // A killed server's job stays claimed until it expires.
  queue.whenStarted(() =>
    database.asSystem(async (tx) => {
      for (const work of await repo.unpreparedCampaigns(tx)) await queue.send(tx, PREPARE_CAMPAIGN, work)
    }),
  )

  return {
    countHouseholds: createCountHouseholds(shared),
    add: createAddCampaign(shared),
    lists: createCampaignLists(shared),
    readDetail: createReadDetail(shared),
    readReviewList: createReviewList(shared),
    exportReferences: createExportReferences(shared),
    lifecycle: createLifecycle(shared),
    progress: createSendingProgress(shared),
    stopContacting: createStopContacting(shared),
    correctLists: createCorrectLists(shared),
    erasure: createCampaignErasure(shared),
    clearCompleted: createClearCompleted(shared),
    lawfulBasis: createLawfulBasisSettings(shared),
    holdOutChoices: createHoldOutChoices(shared),
    exampleText: createExampleText(shared),

    readSpending: ({ organisationId }: Person): Promise<Spending> =>
      database.forOrganisation(organisationId, (tx) => shared.costs.readSpending(tx, organisationId)),
  }
}
