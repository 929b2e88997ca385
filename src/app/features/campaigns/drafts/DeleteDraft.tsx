import { useState } from 'react'
import { messageOf } from '../../../api/errors'
import { removeDraft, type Draft } from '../../../state/drafts'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import styles from './drafts.module.css'
import { nameOfDraft } from './draft'
import { useDraftWriter } from './useDraft'

/** Asks before a draft goes. */
export function DeleteDraft({ draft, onClose, onDeleted }: { draft: Draft; onClose: () => void; onDeleted: () => void }) {
  const { forget } = useDraftWriter(draft.id)
  const [failure, setFailure] = useState<string | null>(null)

  const remove = async () => {
    try {
      await removeDraft(draft.id)
    } catch (error) {
      setFailure(messageOf(error))
      return
    }
    forget(draft.id)
    onDeleted()
    onClose()
  }
  const footer = (
    <>
      <Button variant="secondary" onPress={onClose} autoFocus>
        Keep draft
      </Button>
      <Button variant="danger" onPress={() => void remove()}>
        Delete draft
      </Button>
    </>
  )
  return (
    <Dialog title="Delete this draft?" role="alertdialog" isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} footer={footer}>
      {failure === null ? null : <Notice kind="error">{failure}</Notice>}
      <p className={styles.asked}>“{nameOfDraft(draft)}” is deleted from this device for good. It was not sent to anybody.</p>
    </Dialog>
  )
}
