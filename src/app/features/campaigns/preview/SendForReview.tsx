import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Draft } from '../../../state/drafts'
import { offlineReason, useIsOffline } from '../../../state/online'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import { Spinner } from '../../../ui/spinner/Spinner'
import styles from './PreviewScreen.module.css'
import { useSendForReview } from './useSendForReview'

/** The end of the page: what is still to be done, or Send for Review (P2 §2). */
export function SendForReview({ draft, isChosen }: { draft: Draft; isChosen: boolean }) {
  const isOffline = useIsOffline()
  const [isAsked, setIsAsked] = useState(false)
  if (!isChosen) return <p className={styles.toDo}>Please choose a template</p>
  return (
    <div className={styles.send}>
      {isOffline ? <p className={styles.note}>{offlineReason('Sending for review needs')}</p> : null}
      <Button variant="primary" size="large" icon={<Send aria-hidden />} isDisabled={isOffline} onPress={() => setIsAsked(true)}>
        Send for Review
      </Button>
      {isAsked ? <Confirm draft={draft} onClose={() => setIsAsked(false)} /> : null}
    </div>
  )
}

function Confirm({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const isOffline = useIsOffline()
  const { isPending, failure, send } = useSendForReview(draft)
  const footer = (
    <>
      {isPending ? (
        <span className={styles.pending}>
          <Spinner size="small" label="Sending for review…" />
        </span>
      ) : null}
      <Button variant="secondary" isDisabled={isPending} onPress={onClose}>
        Cancel
      </Button>
      <Button variant="primary" isDisabled={isPending || isOffline} onPress={send}>
        Send for Review
      </Button>
    </>
  )
  return (
    <Dialog
      title="Please Confirm"
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => (isOpen || isPending ? undefined : onClose())}
      footer={footer}
    >
      <div className={styles.confirm}>
        {failure === null ? null : (
          <Notice kind="error" title="The campaign was not sent.">
            <p>{failure}</p>
          </Notice>
        )}
        <p>
          This campaign will be sent to the provider and drafts generated for review. We will be in touch to confirm details
          of the campaign before it is sent to residents. Would you like to proceed?
        </p>
        {isOffline ? <p className={styles.note}>{offlineReason('Sending for review needs')}</p> : null}
      </div>
    </Dialog>
  )
}
