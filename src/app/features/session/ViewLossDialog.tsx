import { countOf } from '../../lib/counts'
import { lossQuestionAtom } from '../../state/view'
import { useAtomValue } from '../../state/store'
import { Question } from '../../ui/dialog/Question'

/** Asks before a change of view that would lose changes which have not been sent. */
export function ViewLossDialog() {
  const question = useAtomValue(lossQuestionAtom)
  if (question === null) return null
  const { unsent, answer } = question
  return (
    <Question
      title="Change the view and lose unsent changes?"
      no="Stay in this view"
      yes="Change the view"
      variant="danger"
      onNo={() => answer(false)}
      onYes={() => answer(true)}
    >
      <p>
        {countOf(unsent, 'change has', 'changes have')} not been sent yet. Changing the view removes everything that Doorstep keeps on this
        device.
      </p>
      <p>To keep them, stay, open “Waiting to be sent” above the page, and send them again or save them as files.</p>
    </Question>
  )
}
