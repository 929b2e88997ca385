import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Draft } from '../../../state/drafts'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { Question } from '../../../ui/dialog/Question'
import styles from './PreviewScreen.module.css'
import { useSendForReview } from './useSendForReview'

/** The end of the page: what is still missing, or Send for Review. */
export function SendForReview({ draft, isChosen }: { draft: Draft; isChosen: boolean }) {
  const whyNot = useReasonOffline('Sending for review needs')
  const [isConfirming, setIsConfirming] = useState(false)
  if (!isChosen) return <p className={styles.toDo}>Please choose a template</p>
  return (
    <div className={styles.send}>
      {whyNot === null ? null : <p className={styles.note}>{whyNot}</p>}
      <Button
        variant="primary"
        size="large"
        icon={<Send aria-hidden />}
        isDisabled={whyNot !== null}
        onPress={() => setIsConfirming(true)}
      >
        Send for Review
      </Button>
      {isConfirming ? <Confirm draft={draft} whyNot={whyNot} onClose={() => setIsConfirming(false)} /> : null}
    </div>
  )
}

function Confirm({ draft, whyNot, onClose }: { draft: Draft; whyNot: string | null; onClose: () => void }) {
  const { isPending, failure, send } = useSendForReview(draft)
  return (
    <Question
      title="Please Confirm"
      no="Cancel"
      yes="Send for Review"
      onNo={onClose}
      onYes={send}
      isPending={isPending}
      failure={failure}
      whyNot={whyNot}
    >
      <p>
        This campaign will be sent to the provider and drafts generated for review. We will be in touch to confirm
        details of the campaign before it is sent to residents. Would you like to proceed?
      </p>
    </Question>
  )
}
