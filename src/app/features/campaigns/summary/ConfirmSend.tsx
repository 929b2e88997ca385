import { useReasonOffline } from '../../../state/online'
import { useAction } from '../../../state/useAction'
import { Question } from '../../../ui/dialog/Question'

interface ConfirmSendProps {
  title: string
  words: string
  /** Names what is sent. */
  button: string
  send: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Asks before messages go out again. */
export function ConfirmSend({ title, words, button, send, onDone, onClose }: ConfirmSendProps) {
  const { isPending, failure, run } = useAction()
  const whyNot = useReasonOffline('Sending needs')
  const act = () =>
    run(async () => {
      await send()
      onDone()
    })
  return (
    <Question title={title} no="Cancel" yes={button} onNo={onClose} onYes={act} isPending={isPending} failure={failure} whyNot={whyNot}>
      <p>{words}</p>
    </Question>
  )
}
