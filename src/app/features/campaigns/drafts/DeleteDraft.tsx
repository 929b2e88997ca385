import { useMutation } from '@tanstack/react-query'
import { failureOf } from '../../../api/errors'
import { removeDraft, type Draft } from '../../../state/drafts'
import { Question } from '../../../ui/dialog/Question'
import { nameOfDraft } from './draft'
import { useDraftWriter } from './useDraft'

/** Confirms deleting a draft. */
export function DeleteDraft({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { forget } = useDraftWriter(draft.id)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => removeDraft(draft.id),
    onSuccess: () => {
      forget(draft.id)
      onClose()
    },
  })
  return (
    <Question
      title="Delete this draft?"
      no="Keep draft"
      yes="Delete draft"
      variant="danger"
      onNo={onClose}
      onYes={mutate}
      isPending={isPending}
      failure={failureOf(error)}
    >
      <p>“{nameOfDraft(draft)}” is deleted from this device for good. It was not sent to anybody.</p>
    </Question>
  )
}
