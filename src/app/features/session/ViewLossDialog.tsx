import { unsentInWords } from '../../state/onlyHere'
import { lossQuestionAtom } from '../../state/view'
import { useAtomValue } from '../../state/store'
import { LossQuestion } from './LossQuestion'

/** Asks before a change of view that would lose changes which have not been sent. */
export function ViewLossDialog() {
  const question = useAtomValue(lossQuestionAtom)
  if (question === null) return null
  const { unsent, answer } = question
  return (
    <LossQuestion
      // A campaign draft stays with its owner: the server keeps it until the view is taken again.
      lost={[unsentInWords(unsent)]}
      yes="Change the view"
      doing="Changing the view"
      no="Stay in this view"
      onNo={() => answer(false)}
      onYes={() => answer(true)}
    />
  )
}
