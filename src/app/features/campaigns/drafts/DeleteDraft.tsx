import { removeDraft, type Draft } from '../../../state/drafts'
import { useAction } from '../../../state/useAction'
import { Question } from '../../../ui/dialog/Question'
import { nameOfDraft } from './draft'
import { useDraftWriter } from './useDraft'

/** Asks before a draft goes. */
export function DeleteDraft({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { forget } = useDraftWriter(draft.id)
  const { isPending, failure, run } = useAction()

  const remove = async () => {
    await removeDraft(draft.id)
    forget(draft.id)
    onClose()
  }
  return (
    <Question
      title="Delete this draft?"
      no="Keep draft"
      yes="Delete draft"
      variant="danger"
      onNo={onClose}
      onYes={() => run(remove)}
      isPending={isPending}
      failure={failure}
    >
      <p>“{nameOfDraft(draft)}” is deleted from this device for good. It was not sent to anybody.</p>
    </Question>
  )
}
