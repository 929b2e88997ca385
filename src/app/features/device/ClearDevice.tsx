import { useState } from 'react'
import { unsyncedAtom } from '../../state/device/leave'
import { useAtomValue } from '../../state/store'
import { Button } from '../../ui/button/Button'
import { Question, LossList } from '../../ui/dialog/Question'
import styles from './ThisDevice.module.css'

/** Clears the device and logs out, after listing what would be lost. */
export function ClearDevice({ clear }: { clear: () => Promise<void> }) {
  const lost = useAtomValue(unsyncedAtom)
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const go = () => {
    setIsPending(true)
    // The page is replaced when it is done.
    void clear()
  }
  return (
    <div className={styles.line}>
      <span>Remove everything that Doorstep keeps on this device, and log out</span>
      <Button variant="danger" onPress={() => setIsAsking(true)}>
        Clear this device
      </Button>
      {isAsking ? (
        <Question
          title="Clear this device?"
          no="Cancel"
          yes="Clear and log out"
          variant="danger"
          onNo={() => setIsAsking(false)}
          onYes={go}
          isPending={isPending}
        >
          <p>Everything that Doorstep keeps on this device is removed, and you are logged out in every tab.</p>
          {lost.length === 0 ? (
            <p>Nothing is lost: there are no campaign drafts here, and nothing waits to be sent.</p>
          ) : (
            <LossList lost={lost} />
          )}
          <p>Templates and campaigns that were sent stay as they are.</p>
        </Question>
      ) : null}
    </div>
  )
}
