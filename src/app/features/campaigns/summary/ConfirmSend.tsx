import { useMutation } from '@tanstack/react-query'
import { failureOf } from '../../../api/errors'
import { useReasonOffline } from '../../../state/connectivity'
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

/** Confirms sending messages again. */
export function ConfirmSend({ title, words, button, send, onDone, onClose }: ConfirmSendProps) {
  const whyNot = useReasonOffline('Sending needs')
  const { mutate, isPending, error } = useMutation({ mutationFn: send, onSuccess: onDone })
  return (
    <Question
      title={title}
      no="Cancel"
      yes={button}
      onNo={onClose}
      onYes={mutate}
      isPending={isPending}
      failure={failureOf(error)}
      whyNot={whyNot}
    >
      <p>{words}</p>
    </Question>
  )
}
