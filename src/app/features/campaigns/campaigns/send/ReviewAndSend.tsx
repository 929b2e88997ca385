/** docs/product.md#review-and-send. An error replaces the whole dialog: only the server's word is certain. */
import { CircleAlert } from 'lucide-react'
import { type ListedCampaign } from '#contract/campaigns/campaigns'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { useReasonOffline } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'
import { Dialog } from '../../../../ui/dialog/Dialog'
import { Notice } from '../../../../ui/notice/Notice'
import { messagesWord, momentWord } from '../wording'
import styles from './ReviewAndSend.module.css'
import { ReviewList } from './ReviewList'
import { SendConfirmation } from './SendConfirmation'
import { useReviewAndSend } from './useReviewAndSend'

interface ReviewAndSendProps {
  campaign: ListedCampaign
  onClose: () => void
}

/** Reviews a campaign's list, then sends or cancels it. */
export function ReviewAndSend({ campaign, onClose }: ReviewAndSendProps) {
  const whyNot = useReasonOffline('Reviewing and sending need')
  const { view, detail, choice, confirm, send, ...steps } = useReviewAndSend(campaign, onClose)
  const { failure, isPending, setDownloadFailure } = steps
  const { startAt } = choice
  const next = view === 'review' ? confirm : send
  const nextLabel =
    view === 'review'
      ? 'Confirm'
      : `Send ${campaign.is_rounded ? 'about ' : ''}${messagesWord(steps.recipients, campaign.channel)}${startAt ? ` from ${momentWord(startAt)}` : ''}`
  return (
    <Dialog
      title="Review & Send Campaign"
      onClose={() => (isPending ? undefined : onClose())}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {failure === null ? 'Cancel' : 'Close'}
          </Button>
          {failure !== null ? null : (
            <Button
              key={view}
              variant="primary"
              isPending={next.isPending}
              isDisabled={whyNot !== null || (view === 'send' && !steps.isSendable)}
              onPress={() => next.mutate()}
            >
              {nextLabel}
            </Button>
          )}
        </>
      }
    >
      {failure !== null ? (
        <div className={styles.failure} role="alert">
          <CircleAlert aria-hidden />
          <p>{failure}</p>
        </div>
      ) : (
        <div className={styles.view}>
          <p className={styles.name} dir="auto">
            {unescapeAngleBrackets(campaign.name)}
          </p>
          {whyNot === null ? null : <Notice kind="warning">{whyNot}</Notice>}
          {view === 'review' ? (
            <ReviewList campaign={campaign} onFailure={setDownloadFailure} />
          ) : (
            <SendConfirmation
              detail={detail}
              choice={choice}
              whyNot={whyNot}
              onFailure={setDownloadFailure}
              onStale={steps.refetchDetail}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
