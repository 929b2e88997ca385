import { queueAtom } from '../../../state/queue/queue'
import { useAtomValue } from '../../../state/store'
import { ConfirmDialog, LossList } from '../../../ui/dialog/ConfirmDialog'
import { lossQuestionAtom } from '../../../state/device/leave'

interface LossQuestionProps {
  lost: readonly string[]
  /** The confirm button: 'Log out'. */
  yes: string
  /** As a noun: 'Logging out'. */
  doing: string
  no: string
  onNo: () => void
  onYes: () => void
  isPending?: boolean
}

/** Confirms an action that would lose unsynced work. */
export function LossDialog({ lost, doing, ...question }: LossQuestionProps) {
  const hasUnsent = useAtomValue(queueAtom).length > 0
  return (
    <ConfirmDialog title={`${question.yes} and lose what is only here?`} variant="danger" {...question}>
      <p>{`${doing} removes everything that Doorstep keeps on this device.`}</p>
      <LossList lost={lost} />
      {hasUnsent ? (
        <p>
          To keep changes, stay and open “Waiting to be sent” above the page: there they are sent again or saved as
          files.
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

/** Confirms a change of view that would lose drafts or unsynced changes. */
export function ViewLossDialog() {
  const question = useAtomValue(lossQuestionAtom)
  if (question === null) return null
  const { lost, answer } = question
  return (
    <LossDialog
      lost={lost}
      yes="Change the view"
      doing="Changing the view"
      no="Stay in this view"
      onNo={() => answer(false)}
      onYes={() => answer(true)}
    />
  )
}
