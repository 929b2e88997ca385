import { useMutation } from '@tanstack/react-query'
import { failureOf } from '../../api/errors'
import { MAY_BE_DONE } from '../../state/queue/items'
import type { Removed, TemplateStore } from '../../state/templateStore'
import { Question } from '../../ui/dialog/Question'
import { notify } from '../../ui/notify/notify'
import type { ShownTemplate } from './shown'

interface DeleteTemplateProps {
  store: TemplateStore
  template: ShownTemplate
  onClose: () => void
  /** Deleted or queued. */
  onDeleted: () => void
}

/** Confirms deleting a template. */
export function DeleteTemplate({ store, template: { id, name, change }, onClose, onDeleted }: DeleteTemplateProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (): Promise<Removed> => {
      if (id !== null) return (await store.remove(id)) ? 'removed' : 'queued'
      return change ? store.removeWaiting(change.id) : 'removed'
    },
    onSuccess: (outcome) => {
      toast(outcome)
      onDeleted()
      onClose()
    },
  })
  return (
    <Question
      title="Delete this template?"
      no="Keep template"
      yes="Delete template"
      variant="danger"
      onNo={onClose}
      onYes={mutate}
      isPending={isPending}
      failure={failureOf(error)}
    >
      <p>“{name}” is deleted for good. The filters that are selected now stay selected.</p>
    </Question>
  )
}

function toast(outcome: Removed): void {
  if (outcome === 'may-be-there') void notify.error(MAY_BE_DONE)
  else
    void notify.success(
      outcome === 'removed' ? 'Template deleted.' : 'Deletion kept on this device until it can be sent.',
    )
}
