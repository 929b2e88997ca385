import { unescapeAngleBrackets } from '#contract/sanitise'
import type { MonthCampaigns } from '../../households/imports/monthCampaigns'
import { sendBackLocked } from './cancelCampaign'
import type { MoveDependencies } from './dependencies'
import { findPhase } from './moves'
import * as repo from './repo'

/** Needs no other service of campaigns, so that months can ask it. */
export const createMonthCampaigns = (deps: Omit<MoveDependencies, 'database'>): MonthCampaigns => ({
  async find(tx, of) {
    const made = await repo.campaignsOfMonth(tx, of)
    const sending = made.find((campaign) => readStanding(campaign) === 'sending')
    return {
      preparing: made.filter((campaign) => readStanding(campaign) === 'preparing').length,
      sending: sending && unescapeAngleBrackets(sending.name),
    }
  },

  async stop(tx, person, of, { comment, warning }) {
    for (const { id } of await repo.campaignsOfMonth(tx, of)) {
      const campaign = await repo.lockCampaign(tx, id)
      if (!campaign) continue
      const standing = readStanding(campaign)
      if (standing === 'paused') await repo.changeCampaign(tx, id, { problem: warning })
      if (standing === 'preparing' || standing === 'sending')
        await sendBackLocked(deps, tx, { person, campaign, comment })
    }
  },
})

function readStanding(campaign: repo.CampaignRow): 'finished' | 'preparing' | 'paused' | 'sending' {
  const phase = findPhase(campaign)
  if (phase === 'finished') return 'finished'
  if (campaign.handingOverSince === null) return 'preparing'
  return phase === 'paused' ? 'paused' : 'sending'
}
