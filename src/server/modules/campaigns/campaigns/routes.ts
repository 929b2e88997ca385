import type { FastifyInstance } from 'fastify'
import { addCampaign, countEligibleHouseholds, getAllCampaigns, getCampaign } from '#contract/campaigns/campaigns'
import { getHoldOutChoices } from '#contract/campaigns/holdOuts'
import { getLastChoices } from '#contract/campaigns/lastChoices'
import { getCampaignRecipients, getCampaignReviewList } from '#contract/campaigns/recipients'
import {
  changeCampaignStart,
  archiveCampaign,
  cancelCampaign,
  pauseCampaign,
  redraftCampaign,
  resumeCampaign,
  reviewCampaign,
  runReviewedCampaign,
  sendBackCampaign,
  sendMissedRecipients,
  withdrawCampaign,
  setCampaignLawfulBasis,
  leaveOutOftenContacted,
  releaseHoldOut,
} from '#contract/campaigns/campaignMoves'
import { exportHouseholdReferences } from '#contract/campaigns/campaignExports'
import { getLawfulBasisSettings, setLawfulBasisSettings } from '#contract/campaigns/lawfulBases'
import { getNeverDrawnSettings, setNeverDrawnSettings } from '#contract/campaigns/neverDrawn'
import { getWhoseTurn } from '#contract/campaigns/whoseTurn'
import { sendCsv } from '../../../lib/csv'
import { getSpending } from '#contract/campaigns/messageCosts'
import { administrator, anySignedIn, route } from '../../../http/route'
import { mayReviewAndSend, mayUseCampaigns } from './policy'
import { roundToTens } from './roundedCounts'
import type { CampaignsService } from './service'

/** Campaigns of the organisation in view. */
export function campaignsRoutes(app: FastifyInstance, campaigns: CampaignsService): void {
  const { lists } = campaigns
  route(app, getAllCampaigns, mayUseCampaigns, ({ person }) => campaigns.lists.list(person))
  route(app, getCampaign, mayUseCampaigns, ({ person, query }) => campaigns.presentDetail(person, query.campaign_id))
  route(app, getCampaignRecipients, mayUseCampaigns, ({ person, query }) =>
    campaigns.lists.listRecipients(person, query),
  )
  route(app, countEligibleHouseholds, mayUseCampaigns, ({ person, body }) => campaigns.countHouseholds(person, body))
  route(app, addCampaign, mayUseCampaigns, ({ person, body, idempotencyKey }) =>
    campaigns.add(person, body, idempotencyKey),
  )

  route(app, getSpending, anySignedIn, ({ person }) => campaigns.readSpending(person))
  route(app, getHoldOutChoices, mayUseCampaigns, ({ person, query }) =>
    campaigns.holdOutChoices(person, query.benefit_name, query.households, query.months),
  )
  route(app, getLastChoices, mayUseCampaigns, ({ person, query }) =>
    campaigns.readLastChoices(person, query.benefit_name),
  )
  route(app, releaseHoldOut, mayUseCampaigns, async ({ person, query }) =>
    lists.present(person, await campaigns.lifecycle.releaseHoldOut(person, query.campaign_id)),
  )

  route(app, setCampaignLawfulBasis, mayUseCampaigns, async ({ person, query, body }) =>
    lists.present(person, await campaigns.lifecycle.nameLawfulBasis(person, query.campaign_id, body.lawful_basis)),
  )
  route(app, getLawfulBasisSettings, anySignedIn, ({ person }) => campaigns.lawfulBasis.read(person.organisationId))
  route(app, setLawfulBasisSettings, administrator, async ({ person, body }) => {
    await campaigns.lawfulBasis.save(person, body)
    return body
  })

  route(app, getNeverDrawnSettings, anySignedIn, ({ person }) => campaigns.neverDrawn.read(person.organisationId))
  route(app, setNeverDrawnSettings, administrator, async ({ person, body }) => {
    await campaigns.neverDrawn.save(person, body)
    return body
  })

  route(app, exportHouseholdReferences, mayUseCampaigns, async ({ person, query }) => ({
    url: await campaigns.exportReferences(person, query.campaign_id, query.purpose),
  }))

  const { lifecycle } = campaigns
  route(app, getWhoseTurn, anySignedIn, ({ person }) => campaigns.whoseTurn(person))
  route(app, withdrawCampaign, mayUseCampaigns, async ({ person, query }) =>
    lists.present(person, await lifecycle.withdraw(person, query.campaign_id)),
  )
  route(app, redraftCampaign, mayUseCampaigns, ({ person, query }) => lifecycle.redraft(person, query.campaign_id))
  route(app, sendBackCampaign, mayReviewAndSend, async ({ person, query, body }) =>
    lists.present(person, await lifecycle.sendBack(person, query.campaign_id, body.comment)),
  )
  const moves = [
    [reviewCampaign, lifecycle.review],
    [cancelCampaign, lifecycle.cancel],
    [archiveCampaign, lifecycle.archive],
    [pauseCampaign, lifecycle.pause],
    [resumeCampaign, lifecycle.resume],
    [leaveOutOftenContacted, lifecycle.leaveOutOftenContacted],
  ] as const
  for (const [endpoint, move] of moves) {
    route(app, endpoint, mayReviewAndSend, async ({ person, query }) =>
      lists.present(person, await move(person, query.campaign_id)),
    )
  }
  route(app, runReviewedCampaign, mayReviewAndSend, async ({ person, query }) => {
    const { campaign, started } = await lifecycle.run(person, query.campaign_id, {
      startAt: parseMoment(query.start_at),
      mayGoOver: query.over_budget === 'yes',
    })
    return { ...(await lists.present(person, campaign)), started }
  })
  route(app, changeCampaignStart, mayReviewAndSend, async ({ person, query, body }) =>
    lists.present(person, await lifecycle.changeStart(person, query.campaign_id, parseMoment(body.start_at))),
  )
  route(app, sendMissedRecipients, mayReviewAndSend, async ({ person, query }) => {
    const { campaign, recipients } = await lifecycle.sendMissed(person, query.campaign_id)
    const shown = await lists.present(person, campaign)
    return { ...shown, recipients: shown.is_rounded ? roundToTens(recipients) : recipients }
  })
  route(app, getCampaignReviewList, mayReviewAndSend, async ({ person, query, reply }) =>
    sendCsv(reply, await campaigns.readReviewList(person, query.campaign_id)),
  )
}

const parseMoment = (iso: string | null | undefined): Date | null => (iso ? new Date(iso) : null)
