import { useState } from 'react'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import styles from './ThisDevice.module.css'
import { countOf } from './wording'

interface ClearDeviceProps {
  drafts: number
  waiting: number
  clear: () => Promise<void>
}

/** Removes everything that is kept here and signs out, after saying what is lost by that. */
export function ClearDevice({ drafts, waiting, clear }: ClearDeviceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const lost = [
    ...(drafts > 0 ? [drafts === 1 ? '1 campaign draft' : `${drafts} campaign drafts`] : []),
    ...(waiting > 0 ? [`${countOf(waiting)} not yet sent`] : []),
  ]
  const go = () => {
    setIsPending(true)
    // The page is on its way out when it is done.
    void clear()
  }
  return (
    <div className={styles.line}>
      <span>Remove everything that Doorstep keeps on this device, and log out</span>
      <Button variant="danger" onPress={() => setIsOpen(true)}>
        Clear this device
      </Button>
      <Dialog
        title="Clear this device?"
        role="alertdialog"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        footer={
          <>
            <Button isDisabled={isPending} onPress={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button variant="danger" isPending={isPending} onPress={go}>
              Clear and log out
            </Button>
          </>
        }
      >
        <p>Everything that Doorstep keeps on this device is removed, and you are logged out in every tab.</p>
        {lost.length === 0 ? (
          <p>Nothing is lost: there are no campaign drafts here, and nothing waits to be sent.</p>
        ) : (
          <>
            <p>This is on this device only and will be lost:</p>
            <ul className={styles.lost}>
              {lost.map((what) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
          </>
        )}
        <p>Templates and campaigns that were sent stay as they are.</p>
      </Dialog>
    </div>
  )
}
