import { useAction } from '../../state/useAction'
import { Question } from '../../ui/dialog/Question'
import { notify } from '../../ui/notify/notify'
import type { ShownTemplate } from './shown'
import type { TemplateStore } from './store'

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
