import type { Spending } from '#contract/campaigns/messageCosts'
import type { Person } from '../../../http/person'
import { isContactHidden } from '../../households/need-to-know/groups'
import { createAddCampaign } from './addCampaign'
import { createPresentDetail, createReadDetail } from './campaignDetail'
import { createCampaignLists } from './campaignLists'
import { createArchive, createCancel, createClearCompleted, createSendBack, createWithdraw } from './cancelCampaign'
import { createCorrectLists } from './correcting'
import { createCosts } from './costs'
import { createCountHouseholds } from './countHouseholds'
import type { CampaignsDependencies } from './dependencies'
import { createEligibility } from './eligibility'
import { createCampaignErasure } from './eraseHouseholds'
import { createExampleText } from './exampleText'
import { createExportReferences } from './exportReferences'
import { createHoldOutChoices } from './holdOutChoices'
import { createHoldOuts, createReleaseHoldOut } from './holdOuts'
import { PREPARE_CAMPAIGN } from './jobs'
import { createReadLastChoices } from './lastChoices'
import { createLawfulBasisSettings, createNameLawfulBasis } from './lawfulBasis'
import { requireListShown } from './listShown'
import { withCampaign } from './moves'
import { createNeverDrawn } from './neverDrawn'
import { createLeaveOutOftenContacted, createStopContacting } from './leaveOut'
import { createPause, createResume } from './pauseCampaign'
import { createRecheck } from './recheck'
import { createRedraft } from './redraft'
import { createRun, createReview } from './runCampaign'
import { createSendMissed } from './sendMissed'
import { createChangeStart, createStarts } from './start'
import { prepareCampaign } from './prepare'
import * as repo from './repo'
import { roundSpending } from './roundedCounts'
import { createReviewList } from './reviewList'
import { createSendingMoves } from './sendingMoves'
import { createWhoseTurn } from './whoseTurn'

export type CampaignsService = ReturnType<typeof createCampaignsService>

/** Registers jobs, so it must run before the queue starts. */
export function createCampaignsService(dependencies: CampaignsDependencies) {
  const { database, needToKnow, queue, now = () => new Date() } = dependencies
  const starts = createStarts({ ...dependencies, now })
  const holdOuts = createHoldOuts({ ...dependencies, now })
  const shared = {
    ...dependencies,
    now,
    starts,
    holdOuts,
    neverDrawn: createNeverDrawn(dependencies),
    eligibility: createEligibility({ ...dependencies, now, holdOuts }),
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

  const readDetail = createReadDetail(shared)

  return {
    countHouseholds: createCountHouseholds(shared),
    add: createAddCampaign(shared),
    lists: createCampaignLists(shared),
    whoseTurn: createWhoseTurn(shared),
    readDetail,
    presentDetail: createPresentDetail(shared, readDetail),
    async requireListShown(person: Person, id: number): Promise<void> {
      const own = await needToKnow.of(person)
      await withCampaign(database, person, id, (tx, campaign) => requireListShown(tx, own, campaign))
    },
    readReviewList: createReviewList(shared),
    exportReferences: createExportReferences(shared),
    /** docs/product.md#campaign-statuses */
    lifecycle: {
      review: createReview(shared),
      nameLawfulBasis: createNameLawfulBasis(shared),
      leaveOutOftenContacted: createLeaveOutOftenContacted(shared),
      run: createRun(shared),
      changeStart: createChangeStart(shared),
      pause: createPause(shared),
      resume: createResume(shared),
      sendMissed: createSendMissed(shared),
      cancel: createCancel(shared),
      sendBack: createSendBack(shared),
      withdraw: createWithdraw(shared),
      redraft: createRedraft(shared),
      archive: createArchive(shared),
      releaseHoldOut: createReleaseHoldOut(shared),
    },
    sendingMoves: createSendingMoves(shared),
    stopContacting: createStopContacting(shared),
    correctLists: createCorrectLists(shared),
    erasure: createCampaignErasure(shared),
    clearCompleted: createClearCompleted(shared),
    lawfulBasis: createLawfulBasisSettings(shared),
    neverDrawn: shared.neverDrawn,
    holdOutChoices: createHoldOutChoices(shared),
    readLastChoices: createReadLastChoices(shared),
    exampleText: createExampleText(shared),

    readCharges: (organisationId: string, days: { readonly from: string; readonly to: string }) =>
      database.forOrganisation(organisationId, (tx) => shared.costs.readCharges(tx, organisationId, days)),

    /** Rounded where a campaign's figures are for the role. */
    async readSpending(person: Person): Promise<Spending> {
      const { organisationId } = person
      const { hidden } = await needToKnow.of(person)
      const spending = await database.forOrganisation(organisationId, (tx) =>
        shared.costs.readSpending(tx, organisationId),
      )
      return isContactHidden(hidden) ? roundSpending(spending) : spending
    },
  }
}
