import { lossQuestionAtom } from '../../state/view'
import { useAtomValue } from '../../state/store'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'

/** Asks before a change of view that would lose changes which have not been sent. */
export function ViewLossDialog() {
  const question = useAtomValue(lossQuestionAtom)
  const changes = question?.unsent === 1 ? '1 change has' : `${question?.unsent ?? 0} changes have`
  return (
    <Dialog
      title="Change the view and lose unsent changes?"
      role="alertdialog"
      isOpen={question !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : question?.answer(false))}
      footer={
        <>
          <Button onPress={() => question?.answer(false)}>Stay in this view</Button>
          <Button variant="danger" onPress={() => question?.answer(true)}>
            Change the view
          </Button>
        </>
      }
    >
      <p>{changes} not been sent yet. Changing the view removes everything that Doorstep keeps on this device.</p>
      <p>To keep them, stay, open “Waiting to be sent” above the page, and send them again or save them as files.</p>
    </Dialog>
  )
}
