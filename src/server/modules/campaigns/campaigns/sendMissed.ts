import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { prepareMissed } from '../recipients/repo'
import type { CampaignsDependencies, MoveDependencies } from './dependencies'
import { SEND_CAMPAIGN, createWork } from './jobs'
import { isListHidden } from './listShown'
import { allow, withLockedCampaign } from './moves'
import { describeCampaign } from './present'
import * as repo from './repo'
import { roundToTens } from './roundedCounts'

const TOO_FEW_MISSED =
  'Too few recipients were missed, or none, for your role, which gets rounded numbers. Somebody who is shown exact ones can send to them.'

/** To recipients whose message failed temporarily. */
export const createSendMissed =
  ({ database, queue, audit, now, needToKnow }: MoveDependencies & Pick<CampaignsDependencies, 'needToKnow'>) =>
  async (person: Person, id: number): Promise<{ campaign: repo.CampaignRow; recipients: number }> => {
    const own = await needToKnow.of(person)
    return withLockedCampaign(database, person, id, async (tx, campaign) => {
      const decision = allow('send-missed', campaign)
      if (campaign.clearedAt !== null) {
        throw conflict(
          'The details of the households of this campaign have been cleared since it was sent. Make a new campaign.',
          'cleared',
        )
      }
      const missed = await prepareMissed(tx, id)
      if (roundToTens(missed) === 0 && (await isListHidden(tx, own, campaign)))
        throw conflict(TOO_FEW_MISSED, 'none_missed')
      if (missed === 0 || decision === 'again')
        throw conflict('There are no missed recipients to send to.', 'none_missed')
      await queue.send(tx, SEND_CAMPAIGN, createWork(campaign))
      await audit.recordIn(tx, person, 'run', `${describeCampaign(campaign)}, the missed ones`, missed)
      const running = await repo.changeCampaign(tx, id, { status: decision.to, completedAt: null, judgedFrom: now() })
      return { campaign: running, recipients: missed }
    })
  }
