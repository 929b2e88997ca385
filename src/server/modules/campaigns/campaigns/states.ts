/** A state machine: any move not in this table is refused (docs/product.md#campaign-statuses). */
import type { CampaignPhase, CampaignStatus, Channel } from '#contract/campaigns/campaigns'

export const MOVES = [
  'prepared',
  'review',
  'run',
  'cancel',
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

export interface Standing {
  readonly status: CampaignStatus
  readonly channel: Channel
  readonly isPrepared: boolean
  readonly isReviewed: boolean
  readonly isRun: boolean
  readonly isPaused: boolean
}

/** `again`: already done, which is fine. */
export type MoveDecision = { readonly to: CampaignStatus } | 'again' | 'refused'

/** The phase that people see, finer than the status. */
export function phaseOf(standing: Standing): CampaignPhase {
  const { status, isPrepared, isRun, isPaused } = standing
  if (status === 'Complete' || status === 'cancelled' || status === 'archived') return 'finished'
  if (isPaused) return 'paused'
  if (isRun) return 'sending'
  return isPrepared ? 'prepared' : 'preparing'
}

/** Looks a move up in the table. */
export function decide(move: Move, standing: Standing): MoveDecision {
  const phase = phaseOf(standing)
  const { status, channel, isReviewed, isRun } = standing
  switch (move) {
    case 'prepared':
      return phase === 'preparing' ? { to: channel === 'sms' ? 'sent to api' : 'Awaiting approval' } : 'refused'
    case 'review':
      if (isReviewed) return status === 'cancelled' ? 'refused' : 'again'
      return phase === 'prepared' ? { to: status } : 'refused'
    case 'run':
      if (isRun) return 'again'
      return phase === 'prepared' && isReviewed ? { to: 'sent to api' } : 'refused'
    case 'cancel':
      return phase === 'preparing' || phase === 'prepared' ? { to: 'cancelled' } : 'refused'
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

/** Why a move is refused, in words for people. */
export function refusal(move: Move, standing: Standing): string {
  const { status, isReviewed } = standing
  const phase = phaseOf(standing)
  if (move === 'run' && phase === 'prepared' && !isReviewed)
    return 'This campaign has not been reviewed yet. Review its list first.'
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
