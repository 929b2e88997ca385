import { queueAtom } from '../../state/queue/queue'
import { useAtomValue } from '../../state/store'
import { Question } from '../../ui/dialog/Question'
import { LossList } from '../../ui/dialog/LossList'

interface LossQuestionProps {
  /** What would be lost, in words. */
  lost: readonly string[]
  /** What is asked about, as its button names it: 'Log out'. */
  yes: string
  /** The same as it is spoken of: 'Logging out'. */
  doing: string
  no: string
  onNo: () => void
  onYes: () => void
  isPending?: boolean
}

/** Asks before something that would lose work which is on this device only. */
export function LossQuestion({ lost, doing, ...question }: LossQuestionProps) {
  const hasUnsent = useAtomValue(queueAtom).length > 0
  return (
    <Question title={`${question.yes} and lose what is only here?`} variant="danger" {...question}>
      <p>{doing} removes everything that Doorstep keeps on this device.</p>
      <LossList lost={lost} />
      {hasUnsent ? (
        <p>
          To keep changes, stay and open “Waiting to be sent” above the page: there they are sent again or saved as
          files.
        </p>
      ) : null}
    </Question>
  )
}
