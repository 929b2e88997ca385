/** docs/product.md#when-it-goes-out */
import { FURTHEST_START_DAYS } from '#contract/campaigns/campaignMoves'
import { daysOn, londonDay } from '#contract/days'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput } from '../../../http/faults'
import type { CampaignsDependencies, MoveDependencies } from './dependencies'
import type { Person } from '../../../http/person'
import { SEND_CAMPAIGN, createWork } from './jobs'
import { allow, withLockedCampaign } from './moves'
import { describeCampaign } from './present'
import * as repo from './repo'

/** Servers' clocks differ: none has begun what starts later than this. */
const MARGIN_MS = 60_000

export type Starts = ReturnType<typeof createStarts>

/** Rules for start times. */
export function createStarts({
  notifyAccounts,
  now,
}: Pick<CampaignsDependencies, 'notifyAccounts'> & { readonly now: () => Date }) {
  /** Null when messages may go out. */
  async function startsAt(
    tx: Tx,
    { organisationId, startAt }: Pick<repo.CampaignRow, 'organisationId' | 'startAt'>,
    at = now(),
  ): Promise<Date | null> {
    const from = startAt !== null && startAt > at ? startAt : at
    return (await notifyAccounts.opensAt(tx, organisationId, from)) ?? (from > at ? from : null)
  }

  return {
    startsAt,

    /** @throws Fault 422 unless in the future, within some weeks, and in sending hours */
    async requireStart(tx: Tx, organisationId: string, startAt: Date): Promise<void> {
      const refuse = (words: string) => invalidInput({ start_at: words })
      if (startAt < now()) throw refuse('Choose a time that is still to come.')
      if (londonDay(startAt) > daysOn(londonDay(now()), FURTHEST_START_DAYS))
        throw refuse(`Choose a day within the next ${FURTHEST_START_DAYS} days: what is known of households ages.`)
      if (await notifyAccounts.opensAt(tx, organisationId, startAt))
        throw refuse('Your organisation sends nothing at that time. Choose a time within its sending hours.')
    },

    /** @throws Fault 409 once it goes out */
    async requireNotStarted(tx: Tx, campaign: repo.CampaignRow): Promise<void> {
      const starts = await startsAt(tx, campaign)
      if (starts === null || starts.getTime() - now().getTime() < MARGIN_MS)
        throw conflict('This campaign is going out, or does within a minute. Pause it to stop it.', 'has_started')
    },
  }
}

/** Null: as soon as possible. @throws Fault 409 or 422 */
export const createChangeStart =
  ({ database, queue, audit, starts }: MoveDependencies & { readonly starts: Starts }) =>
  (person: Person, id: number, startAt: Date | null): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      allow('start', campaign)
      if (campaign.startAt?.getTime() === startAt?.getTime()) return campaign
      await starts.requireNotStarted(tx, campaign)
      if (startAt) await starts.requireStart(tx, campaign.organisationId, startAt)
      await queue.send(tx, SEND_CAMPAIGN, createWork(campaign))
      await audit.recordIn(tx, person, 'start_changed', describeCampaign(campaign))
      return repo.changeCampaign(tx, id, { startAt })
    })
