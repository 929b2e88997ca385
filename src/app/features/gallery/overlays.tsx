import { useState } from 'react'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { Sheet } from '../../ui/sheet/Sheet'

/** The dialog with its buttons, behind a button. */
export function ADialog({ role = 'dialog' }: { role?: 'dialog' | 'alertdialog' }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{role === 'dialog' ? 'Open the dialog' : 'Open the decision'}</Button>
      <Dialog
        title="Your filters"
        role={role}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        footer={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button variant="primary" onPress={close}>
              Apply
            </Button>
          </>
        }
      >
        <p>What is to be decided.</p>
      </Dialog>
    </>
  )
}

/** The sheet behind a button. */
export function ASheet({ side }: { side: 'left' | 'right' }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Open the sheet on the {side}</Button>
      <Sheet label="Filters" side={side} isOpen={isOpen} onOpenChange={setIsOpen}>
        <Button onPress={() => setIsOpen(false)}>Close</Button>
      </Sheet>
    </>
  )
}
