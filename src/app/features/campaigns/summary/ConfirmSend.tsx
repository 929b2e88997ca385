import { offlineReason, useIsOffline } from '../../../state/online'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import { useAction } from '../../../state/useAction'
import styles from './CampaignSummary.module.css'

interface ConfirmSendProps {
  title: string
  words: string
  /** Names what is sent. */
  button: string
  send: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Asks before messages go out again. */
export function ConfirmSend({ title, words, button, send, onDone, onClose }: ConfirmSendProps) {
  const { isPending, failure, run } = useAction()
  const isOffline = useIsOffline()
  const act = () =>
    run(async () => {
      await send()
      onDone()
    })
  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen
      onOpenChange={(isOpen) => (isOpen || isPending ? undefined : onClose())}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" isPending={isPending} isDisabled={isOffline} onPress={act}>
            {button}
          </Button>
        </>
      }
    >
      <div className={styles.asked}>
        {failure === null ? null : <Notice kind="error">{failure}</Notice>}
        {isOffline ? <Notice kind="warning">{offlineReason('Sending needs')}</Notice> : null}
        <p>{words}</p>
      </div>
    </Dialog>
  )
}
