import { useMutation } from '@tanstack/react-query'
import { type CampaignDetail } from '#contract/campaigns/campaigns'
import { leaveOutOftenContacted } from '#contract/campaigns/campaignMoves'
import { inPounds } from '#contract/campaigns/notifyRates'
import { MANY_MESSAGES, RECENT_DAYS } from '#contract/households/contactPressure'
import { call } from '../../../../api/call'
import { explainError } from '../../../../api/errors'
import { formatCount } from '../../../../lib/counts'
import { Button } from '../../../../ui/button/Button'
import { Checkbox } from '../../../../ui/checkbox/Checkbox'
import { Notice } from '../../../../ui/notice/Notice'
import styles from './ReviewAndSend.module.css'

/** Pence over the organisation's budget; 0: within it. */
export const penceOverBudget = ({ cost, budget }: CampaignDetail): number =>
  cost && budget ? Math.max(0, cost.pence - budget.left_pence) : 0

interface OverBudgetProps {
  detail: CampaignDetail
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
}

/** The campaign costs more than the budget has left. */
export function OverBudget({ detail, isAccepted, onAccept }: OverBudgetProps) {
  if (!detail.budget) return null
  return (
    <Notice kind="warning" title={`This goes over your organisation’s budget by ${inPounds(penceOverBudget(detail))}`}>
      <p>{`${inPounds(Math.max(0, detail.budget.left_pence))} of ${inPounds(detail.budget.pence)} is left this financial year.`}</p>
      {detail.budget.may_go_over ? (
        <Checkbox isSelected={isAccepted} onChange={onAccept}>
          Send it all the same
        </Checkbox>
      ) : (
        <p>It cannot be sent. An administrator can raise the budget in Settings, under Messages.</p>
      )}
    </Notice>
  )
}

interface OftenContactedNoticeProps {
  detail: CampaignDetail
  whyNot: string | null
  onDone: () => void
}

/** Some recipients had many messages lately; they can be left out. */
export function OftenContactedNotice({ detail, whyNot, onDone }: OftenContactedNoticeProps) {
  const leaveOut = useMutation({
    mutationFn: () => call(leaveOutOftenContacted, { query: { campaign_id: detail.id } }),
    onSuccess: onDone,
  })
  return (
    <Notice
      kind="warning"
      title={`${formatCount(detail.often_contacted_count, 'household')} had ${MANY_MESSAGES} or more messages in the last ${RECENT_DAYS} days`}
      action={
        <Button isPending={leaveOut.isPending} isDisabled={whyNot !== null} onPress={() => leaveOut.mutate()}>
          Leave them out
        </Button>
      }
    >
      <p>Messages of all campaigns count, for every benefit. Who is left out cannot be added again.</p>
      {leaveOut.error === null ? null : <p role="alert">{explainError(leaveOut.error)}</p>}
    </Notice>
  )
}

/** Who was removed since the review, and why. */
export function RemovedSinceReview({ detail }: { detail: CampaignDetail }) {
  const { removed_since_review: count, number_of_recipients, removals } = detail
  const rest = number_of_recipients - count
  return (
    <Notice>
      <p>{`${formatCount(count, 'household')} ${count === 1 ? 'was' : 'were'} removed since the review:`}</p>
      <ul className={styles.removals}>
        {removals.map(({ reason, households }) => (
          <li key={reason}>
            <strong>{formatCount(households, 'household')}.</strong> {reason}
          </li>
        ))}
      </ul>
      <p>{rest === 0 ? 'Nobody is left to send to.' : `${formatCount(rest, 'household')} will get the message.`}</p>
    </Notice>
  )
}
