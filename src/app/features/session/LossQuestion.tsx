import { countOf } from '../../lib/counts'
import { Question } from '../../ui/dialog/Question'

interface LossQuestionProps {
  /** How many changes wait to be sent. */
  unsent: number
  /** What is asked about, as its button names it: 'Log out'. */
  yes: string
  /** The same as it is spoken of: 'Logging out'. */
  doing: string
  no: string
  onNo: () => void
  onYes: () => void
  isPending?: boolean
}

/** Asks before something that would lose changes which have not been sent. */
export function LossQuestion({ unsent, doing, ...question }: LossQuestionProps) {
  return (
    <Question title={`${question.yes} and lose unsent changes?`} variant="danger" {...question}>
      <p>
        {countOf(unsent, 'change has', 'changes have')} not been sent yet. {doing} removes everything that Doorstep keeps on this device.
      </p>
      <p>To keep them, stay, open “Waiting to be sent” above the page, and send them again or save them as files.</p>
    </Question>
  )
}
