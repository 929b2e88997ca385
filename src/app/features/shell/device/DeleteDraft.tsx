import { useMutation } from '@tanstack/react-query'
import { explainFailure } from '../../../api/errors'
import { nameDraft, removeDraft } from '../../../state/drafts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import type { Draft } from '#offline/drafts'

/** Confirms deleting a campaign draft. */
export function DeleteDraft({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => removeDraft(draft.id), onSuccess: onClose })
  return (
    <ConfirmDialog
      title="Delete this draft?"
      no="Keep draft"
      yes="Delete draft"
      variant="danger"
      onNo={onClose}
      onYes={mutate}
      isPending={isPending}
      failure={explainFailure(error)}
    >
      <p>{`“${nameDraft(draft)}” is deleted from this device for good. It was not sent to anybody.`}</p>
    </ConfirmDialog>
  )
}
