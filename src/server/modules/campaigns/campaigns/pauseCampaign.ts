import type { Person } from '../../../http/person'
import type { MoveDependencies } from './dependencies'
import { SEND_CAMPAIGN, createWork, tellStaff } from './jobs'
import { allow, findPhase, withLockedCampaign } from './moves'
import { describeCampaign } from './present'
import * as repo from './repo'

const PAUSED_BY_HAND = 'Paused by a super administrator. Nobody is lost, and nobody is sent to twice.'

/** Messages under way arrive. */
export const createPause =
  ({ database, queue, audit, now }: MoveDependencies) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      if (findPhase(campaign) === 'paused') return campaign
      allow('pause', campaign)
      await audit.recordIn(tx, person, 'pause', describeCampaign(campaign))
      await tellStaff(queue, tx, campaign, 'paused', person)
      return repo.changeCampaign(tx, id, { pausedAt: now(), problem: PAUSED_BY_HAND })
    })

/** Resumes a campaign, ignoring earlier failures from here on. */
export const createResume =
  ({ database, queue, audit, now }: MoveDependencies) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      allow('resume', campaign)
      await queue.send(tx, SEND_CAMPAIGN, createWork(campaign))
      await audit.recordIn(tx, person, 'resume', describeCampaign(campaign))
      return repo.changeCampaign(tx, id, { pausedAt: null, problem: null, judgedFrom: now() })
    })
