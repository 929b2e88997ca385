/**
 * A move locks the campaign, consults this table, updates, queues jobs and audits in one transaction. Moves not listed
 * are refused (docs/product.md#campaign-statuses).
 */
import type { CampaignPhase, CampaignStatus } from '#contract/campaigns/campaigns'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import * as repo from './repo'

export const MOVES = [
  'prepared',
  'review',
  'run',
  'cancel',
  'withdraw',
  'redraft',
  'archive',
  'pause',
  'resume',
  'start',
  'complete',
  'send-missed',
  'name-basis',
  'leave-out',
] as const
export type Move = (typeof MOVES)[number]

export type Standing = Pick<
  repo.CampaignRow,
  'status' | 'channel' | 'preparedAt' | 'reviewedAt' | 'runAt' | 'pausedAt' | 'handingOverSince' | 'cancelledAs'
>

/** `again`: already done, which is fine. */
export type MoveDecision = { readonly to: CampaignStatus } | 'again' | 'refused'

/** Finer than the status. */
export function findPhase({ status, preparedAt, runAt, pausedAt }: Standing): CampaignPhase {
  if (status === 'Complete' || status === 'cancelled' || status === 'archived') return 'finished'
  if (pausedAt) return 'paused'
  if (runAt) return 'sending'
  return preparedAt ? 'prepared' : 'preparing'
}

/** Also once it is archived. */
const isCancelled = ({ status, cancelledAs }: Standing) => status === 'cancelled' || cancelledAs !== null

/** Looks a move up in the table. */
export function decide(move: Move, standing: Standing): MoveDecision {
  const phase = findPhase(standing)
  const { status, channel, reviewedAt, runAt } = standing
  switch (move) {
    case 'prepared':
      return phase === 'preparing' ? { to: channel === 'sms' ? 'sent to api' : 'Awaiting approval' } : 'refused'
    case 'review':
      if (reviewedAt) return isCancelled(standing) ? 'refused' : 'again'
      return phase === 'prepared' ? { to: status } : 'refused'
    case 'run':
      if (runAt) return isCancelled(standing) ? 'refused' : 'again'
      return phase === 'prepared' && reviewedAt ? { to: 'sent to api' } : 'refused'
    case 'cancel':
      return phase !== 'finished' && standing.handingOverSince === null ? { to: 'cancelled' } : 'refused'
    case 'withdraw':
      return (phase === 'preparing' || phase === 'prepared') && !reviewedAt ? { to: 'cancelled' } : 'refused'
    case 'redraft':
      return status === 'cancelled' ? { to: status } : 'refused'
    case 'archive':
      return status === 'Complete' || status === 'cancelled' ? { to: 'archived' } : 'refused'
    case 'pause':
      return phase === 'sending' ? { to: status } : 'refused'
    case 'resume':
      return phase === 'paused' ? { to: status } : 'refused'
    case 'start':
      return phase === 'sending' || phase === 'paused' ? { to: status } : 'refused'
    case 'complete':
      return phase === 'sending' ? { to: 'Complete' } : 'refused'
    case 'send-missed':
      return status === 'Complete' ? { to: 'sent to api' } : 'refused'
    case 'leave-out':
      return phase === 'prepared' ? { to: status } : 'refused'
    case 'name-basis':
      return phase === 'preparing' || phase === 'prepared' ? { to: status } : 'refused'
  }
}

/** In words for people. */
export function explainRefusal(move: Move, standing: Standing): string {
  const { status, reviewedAt } = standing
  const phase = findPhase(standing)
  if (move === 'run' && phase === 'prepared' && !reviewedAt)
    return 'This campaign has not been reviewed yet. Review its list first.'
  if (move === 'withdraw' && phase === 'prepared')
    return 'This campaign has been reviewed. Your provider can send it back, or cancel it.'
  if (move === 'cancel' && phase !== 'finished')
    return 'This campaign has begun to go out, and cannot be cancelled. Pause it to stop it.'
  switch (phase) {
    case 'preparing':
      return 'This campaign is still being prepared. Try again when its messages are ready.'
    case 'prepared':
      return `This campaign has not been sent yet. Its status is ${status}.`
    case 'sending':
      return 'This campaign is being sent.'
    case 'paused':
      return 'This campaign is paused. Its page says why, and it can be resumed there.'
    case 'finished':
      return status === 'Complete'
        ? 'This campaign has been sent. Its status is Complete.'
        : `This campaign is ${status}.`
  }
}

/** Looks a move up in the table. @throws Fault 409 in words about the campaign's state */
export function allow(move: Move, campaign: Standing): Exclude<MoveDecision, 'refused'> {
  const decision = decide(move, campaign)
  if (decision === 'refused') throw conflict(explainRefusal(move, campaign), 'campaign_state')
  return decision
}

/** @throws Fault 409 while the recipient list is incomplete */
export function requireList(campaign: Standing): void {
  if (findPhase(campaign) === 'preparing') throw conflict(explainRefusal('review', campaign), 'campaign_state')
}

/** The same for another organisation's campaign: ids reveal nothing. */
export const campaignNotFound = () => notFound('Campaign not found')

type CampaignTask<T> = (tx: Tx, campaign: repo.CampaignRow) => Promise<T>

/** Reads a campaign of the organisation in view. @throws Fault 404 */
export const withCampaign = <T>(
  database: Database,
  person: Person,
  id: number,
  task: CampaignTask<T>,
  read = repo.findCampaign,
): Promise<T> =>
  database.forOrganisation(person.organisationId, async (tx) => {
    const campaign = await read(tx, id)
    if (!campaign) throw campaignNotFound()
    return task(tx, campaign)
  })

/** A second caller waits, and finds the move done. @throws Fault 404 */
export const withLockedCampaign = <T>(
  database: Database,
  person: Person,
  id: number,
  task: CampaignTask<T>,
): Promise<T> => withCampaign(database, person, id, task, repo.lockCampaign)
