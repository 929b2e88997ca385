import { useMutation } from '@tanstack/react-query'
import { type ListedCampaign } from '#contract/campaigns/campaigns'
import { archiveCampaign, cancelCampaign, pauseCampaign, withdrawCampaign } from '#contract/campaigns/campaignMoves'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { call } from '../../../../api/call'
import { explainFailure } from '../../../../api/errors'
import { formatRoundedCount, capitalised } from '../../../../lib/counts'
import { useReasonOffline } from '../../../../state/connectivity'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog'

const MOVES = {
  cancel: {
    endpoint: cancelCampaign,
    title: 'Cancel campaign',
    no: 'Keep campaign',
    yes: 'Cancel campaign',
    variant: 'danger',
    what: 'Cancelling',
  },
  withdraw: {
    endpoint: withdrawCampaign,
    title: 'Withdraw campaign',
    no: 'Keep campaign',
    yes: 'Withdraw campaign',
    variant: 'danger',
    what: 'Withdrawing',
  },
  pause: {
    endpoint: pauseCampaign,
    title: 'Pause campaign',
    no: 'Cancel',
    yes: 'Pause campaign',
    variant: 'primary',
    what: 'Pausing',
  },
  archive: {
    endpoint: archiveCampaign,
    title: 'Archive campaign',
    no: 'Cancel',
    yes: 'Archive campaign',
    variant: 'primary',
    what: 'Archiving',
  },
} as const

interface ConfirmMoveProps {
  move: keyof typeof MOVES
  campaign: ListedCampaign
  onClose: () => void
}

/** Confirms cancelling, withdrawing, pausing or archiving a campaign. */
export function ConfirmMove({ move, campaign, onClose }: ConfirmMoveProps) {
  const { endpoint, what, ...words } = MOVES[move]
  const whyNot = useReasonOffline(`${what} needs`)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(endpoint, { query: { campaign_id: campaign.id } }),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      {...words}
      onNo={onClose}
      onYes={mutate}
      isPending={isPending}
      failure={explainFailure(error)}
      whyNot={whyNot}
    >
      <p>
        <strong dir="auto">{unescapeAngleBrackets(campaign.name)}</strong>
      </p>
      {move === 'cancel' ? (
        <p>
          {capitalised(formatRoundedCount(campaign.number_of_recipients, 'household', campaign.is_rounded))} will not be
          contacted, and the details of their messages are deleted. This cannot be undone.
        </p>
      ) : move === 'withdraw' ? (
        <p>It will be cancelled, and nobody will be contacted. You can make a draft of it again on its page.</p>
      ) : move === 'pause' ? (
        <p>
          What is under way arrives; nothing more goes out until somebody resumes it on its page, and nobody is sent to
          twice.
        </p>
      ) : (
        <p>It stays in the list, marked as archived. This cannot be undone.</p>
      )}
    </ConfirmDialog>
  )
}
