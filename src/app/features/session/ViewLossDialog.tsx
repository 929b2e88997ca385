import { lossQuestionAtom } from '../../state/device/leave'
import { useAtomValue } from '../../state/store'
import { LossQuestion } from './LossQuestion'

/** Confirms a change of view that would lose drafts or unsynced changes. */
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
