import { MAY_BE_DONE } from '../../state/queueItems'
import type { Removed, TemplateStore } from '../../state/templateStore'
import { useAction } from '../../state/useAction'
import { Question } from '../../ui/dialog/Question'
import { notify } from '../../ui/notify/notify'
import type { ShownTemplate } from './shown'

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
    tell(await removed())
    onDeleted()
    onClose()
  }
  const removed = async (): Promise<Removed> => {
    if (id !== null) return (await store.remove(id)) ? 'removed' : 'queued'
    return change ? store.removeWaiting(change.id) : 'removed'
  }
  return (
    <Question
      title="Delete this template?"
      no="Keep template"
      yes="Delete template"
      variant="danger"
      onNo={onClose}
      onYes={() => run(remove)}
      isPending={isPending}
      failure={failure}
    >
      <p>“{name}” is deleted for good. The filters that are selected now stay selected.</p>
    </Question>
  )
}

function tell(what: Removed): void {
  if (what === 'may-be-there') void notify.error(MAY_BE_DONE)
  else void notify.success(what === 'removed' ? 'Template deleted.' : 'Deletion kept on this device until it can be sent.')
}
