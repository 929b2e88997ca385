import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { Notice } from '../../ui/notice/Notice'
import { notify } from '../../ui/notify/notify'
import { Spinner } from '../../ui/spinner/Spinner'
import type { TemplateStore } from './store'
import styles from './Templates.module.css'
import { useSubmission } from './useSubmission'

interface DeleteTemplateProps {
  store: TemplateStore
  templateId: number
  /** As it is shown now. */
  name: string
  onClose: () => void
  /** The server has, or the queue keeps, the deletion. */
  onDeleted: () => void
}

/** Asks before a template goes. */
export function DeleteTemplate({ store, templateId, name, onClose, onDeleted }: DeleteTemplateProps) {
  const { isPending, failure, submit } = useSubmission()

  const remove = async () => {
    const removed = await store.remove(templateId)
    void notify.success(removed ? 'Template deleted.' : 'Deletion kept on this device until it can be sent.')
    onDeleted()
    onClose()
  }
  const footer = (
    <>
      {isPending ? (
        <span className={styles.pending}>
          <Spinner size="small" label="Deleting template..." />
        </span>
      ) : null}
      <Button variant="secondary" isDisabled={isPending} onPress={onClose} autoFocus>
        Keep template
      </Button>
      <Button variant="danger" isDisabled={isPending} onPress={() => submit(remove)}>
        Delete template
      </Button>
    </>
  )
  return (
    <Dialog
      title="Delete this template?"
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => (isOpen || isPending ? undefined : onClose())}
      footer={footer}
    >
      <div className={styles.form}>
        {failure === null ? null : <Notice kind="error">{failure}</Notice>}
        <p className={styles.words}>
          “{name}” is deleted for good. The filters that are selected now stay selected.
        </p>
      </div>
    </Dialog>
  )
}
