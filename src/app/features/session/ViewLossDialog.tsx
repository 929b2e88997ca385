import { lossQuestionAtom } from '../../state/device/leave'
import { useAtomValue } from '../../state/store'
import { LossQuestion } from './LossQuestion'

/** Asks before a change of view that would lose drafts or changes which have not been sent. */
export function ViewLossDialog() {
  const question = useAtomValue(lossQuestionAtom)
  if (question === null) return null
  const { lost, answer } = question
  return (
    <LossQuestion
      lost={lost}
      yes="Change the view"
      doing="Changing the view"
      no="Stay in this view"
      onNo={() => answer(false)}
      onYes={() => answer(true)}
    />
  )
}
