import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { Notice } from '../../ui/notice/Notice'
import { notify } from '../../ui/notify/notify'
import { Spinner } from '../../ui/spinner/Spinner'
import type { ShownTemplate } from './shown'
import type { TemplateStore } from './store'
import styles from './Templates.module.css'
import { useAction } from '../../state/useAction'

interface DeleteTemplateProps {
  store: TemplateStore
  template: ShownTemplate
  onClose: () => void
  /** The server has, or the queue keeps, the deletion. */
  onDeleted: () => void
}

/** Asks before a template goes. */
export function DeleteTemplate({ store, template: { id, name, change }, onClose, onDeleted }: DeleteTemplateProps) {
  const { isPending, failure, run } = useAction()

  const remove = async () => {
    // One that the server never had is gone when it is taken back.
    if (id === null && change) await store.discard(change.id)
    const isDone = id === null || (await store.remove(id)) !== null
    void notify.success(isDone ? 'Template deleted.' : 'Deletion kept on this device until it can be sent.')
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
      <Button variant="danger" isDisabled={isPending} onPress={() => run(remove)}>
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
