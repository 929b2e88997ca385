import { archiveCampaign, cancelCampaign, type ListedCampaign } from '#contract/campaigns'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { call } from '../../../api/call'
import { offlineReason, useIsOffline } from '../../../state/online'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import { countOf } from '../../../lib/counts'
import { useAction } from '../../../state/useAction'
import styles from './CampaignList.module.css'

const MOVES = {
  cancel: { endpoint: cancelCampaign, title: 'Cancel campaign', no: 'Keep campaign', yes: 'Cancel campaign', variant: 'danger' },
  archive: { endpoint: archiveCampaign, title: 'Archive campaign', no: 'Cancel', yes: 'Archive campaign', variant: 'primary' },
} as const

interface ConfirmMoveProps {
  move: keyof typeof MOVES
  campaign: ListedCampaign
  onClose: () => void
}

/** Asks before a campaign is cancelled or archived (decision 28). */
export function ConfirmMove({ move, campaign, onClose }: ConfirmMoveProps) {
  const { endpoint, title, no, yes, variant } = MOVES[move]
  const { isPending, failure, run } = useAction()
  const isOffline = useIsOffline()
  const act = () =>
    run(async () => {
      await call(endpoint, { query: { campaign_id: campaign.id } })
      onClose()
    })
  const footer = (
    <>
      <Button isDisabled={isPending} onPress={onClose}>
        {no}
      </Button>
      <Button variant={variant} isPending={isPending} isDisabled={isOffline} onPress={act}>
        {yes}
      </Button>
    </>
  )
  return (
    <Dialog role="alertdialog" title={title} isOpen onOpenChange={(isOpen) => (isOpen || isPending ? undefined : onClose())} footer={footer}>
      {failure === null ? null : <Notice kind="error">{failure}</Notice>}
      {isOffline ? <Notice kind="warning">{offlineReason('This needs')}</Notice> : null}
      <p className={styles.name}>
        <strong dir="auto">{unescapeAngleBrackets(campaign.name)}</strong>
      </p>
      {move === 'cancel' ? (
        <p>
          {countOf(campaign.number_of_recipients, 'household')} will not be contacted, and the details of their messages are deleted. This
          cannot be undone.
        </p>
      ) : (
        <p>It stays in the list, marked as archived. This cannot be undone.</p>
      )}
    </Dialog>
  )
}
