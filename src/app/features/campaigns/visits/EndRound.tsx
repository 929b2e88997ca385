import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button/Button'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { useIsOffline } from '../../../state/connectivity'
import { endRound } from '../../../state/visits/round'
import { openRoundsQuery } from './OpenRoundList'

/** Ends the round and removes it from this device, after asking. */
export function EndRound() {
  const queryClient = useQueryClient()
  const isOffline = useIsOffline()
  const [isAsking, setIsAsking] = useState(false)
  const end = async () => {
    await endRound()
    await queryClient.invalidateQueries({ queryKey: openRoundsQuery.queryKey })
  }
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
          onYes={() => void end()}
        >
          <p>Its households are removed from this device. Outcomes that were not sent yet are still sent.</p>
          {isOffline ? (
            <p>
              Doorstep cannot be reached, so it counts the round as open until its shift ends. Once it answers you can
              end it on this page.
            </p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
