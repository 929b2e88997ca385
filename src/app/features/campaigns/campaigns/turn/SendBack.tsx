import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { REVIEW_COMMENT_LIMIT, sendBackCampaign } from '#contract/campaigns/campaignMoves'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { call } from '../../../../api/call'
import { explainFailure } from '../../../../api/errors'
import { useReasonOffline } from '../../../../state/connectivity'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog'
import { TextArea } from '../../../../ui/text-field/TextArea'

interface SendBackProps {
  campaign: { readonly id: number; readonly name: string; readonly created_by: string }
  onClose: () => void
}

/** Sends a campaign back to its author with a comment. */
export function SendBack({ campaign: { id, name, created_by: author }, onClose }: SendBackProps) {
  const [comment, setComment] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const whyNot = useReasonOffline('Sending back needs')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(sendBackCampaign, { query: { campaign_id: id }, body: { comment } }),
    onSuccess: onClose,
  })
  const isMissing = comment.trim() === ''
  return (
    <ConfirmDialog
      title="Send back"
      no="Keep campaign"
      yes="Send back"
      variant="danger"
      onNo={onClose}
      onYes={() => {
        setIsChecked(true)
        if (!isMissing) mutate()
      }}
      isPending={isPending}
      failure={explainFailure(error)}
      whyNot={whyNot}
    >
      <p>
        <strong dir="auto">{unescapeAngleBrackets(name)}</strong> will be cancelled. <bdi>{author}</bdi> will read your
        comment, and can make a draft of it again.
      </p>
      <p>Everybody in the organisation can read it: do not name a household.</p>
      <TextArea
        label="What has to change"
        value={comment}
        onChange={setComment}
        maxLength={REVIEW_COMMENT_LIMIT}
        rows={4}
        error={isChecked && isMissing ? 'Write what has to change.' : null}
      />
    </ConfirmDialog>
  )
}
