import { useState } from 'react'
import { Button } from '../../../ui/button/Button'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { removeRound } from '../../../state/visits/round'

/** Removes the round from this device, after asking. */
export function EndRound() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button onPress={() => setIsAsking(true)}>End the round</Button>
      {isAsking ? (
        <ConfirmDialog
          title="End this visit round?"
          no="Keep it"
          yes="End the round"
          variant="danger"
          onNo={() => setIsAsking(false)}
          onYes={() => void removeRound()}
        >
          <p>Its households are removed from this device. Outcomes that were not sent yet are still sent.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
