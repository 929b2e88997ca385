import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { RUNNING_VERSION } from '../../../api/newestVersion'
import { formatCount } from '../../../lib/counts'
import { offlineReadinessAtom } from '../../../state/device/appFiles'
import { draftsAtom, textDraftsAtom } from '../../../state/drafts'
import { unsyncedAtom } from '../../../state/device/leave'
import { queueAtom } from '../../../state/queue/queue'
import { isUpdateFailedAtom, retryUpdate, UPDATE_FAILED } from '../../../state/device/update'
import { useAtomValue } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { LossList, ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { DetailList } from '../../../ui/page/Facts'
import { Section } from '../../../ui/page/Page'
import { storageUsedQuery } from './queries'
import { WaitingPanel } from './WaitingPanel'
import styles from './ThisDevice.module.css'

/** Doorstep on this device: version, storage, and clearing it with `clear`. */
export function ThisDevice({ clear }: { clear: () => Promise<void> }) {
  const waiting = useAtomValue(queueAtom).length
  const drafts = useAtomValue(draftsAtom).length
  const texts = useAtomValue(textDraftsAtom).length
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  return (
    <Section
      title="This device"
      detail="Doorstep works without a connection by keeping a little on this device. Of households, only the references that you picked yourself for a template or a campaign draft; never a name, address or number."
    >
      <DetailList
        details={[
          { name: 'Version', value: <Version /> },
          { name: 'Offline', value: <Readiness /> },
          { name: 'Storage used', value: <StorageUsed /> },
          { name: 'Campaign drafts', value: drafts === 0 ? 'None' : String(drafts) },
          ...(texts === 0 ? [] : [{ name: 'Unfinished texts', value: String(texts) }]),
          {
            name: 'Waiting to be sent',
            value:
              waiting + drafts === 0 ? (
                'Nothing'
              ) : (
                <Line action={<Button onPress={() => setIsPanelOpen(true)}>See what waits</Button>}>
                  {waiting === 0 ? 'Nothing but drafts' : formatCount(waiting, 'change')}
                </Line>
              ),
          },
          { name: 'Clear', value: <ClearDevice clear={clear} /> },
        ]}
      />
      {isPanelOpen ? <WaitingPanel onClose={() => setIsPanelOpen(false)} /> : null}
    </Section>
  )
}

function Line({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className={styles.line}>
      <span>{children}</span>
      {action}
    </div>
  )
}

function Version() {
  const isFailed = useAtomValue(isUpdateFailedAtom)
  const [isPending, setIsPending] = useState(false)
  if (!isFailed) return RUNNING_VERSION
  const retry = () => {
    setIsPending(true)
    void retryUpdate().then(() => setIsPending(false))
  }
  return (
    <Line
      action={
        <Button isPending={isPending} onPress={retry}>
          Try again
        </Button>
      }
    >
      <span role="status">{`${RUNNING_VERSION}. ${UPDATE_FAILED}`}</span>
    </Line>
  )
}

function Readiness() {
  const { isReady, words } = useAtomValue(offlineReadinessAtom)
  return (
    <span role="status">
      {isReady ? <Check size={16} aria-hidden /> : null} {words}
    </span>
  )
}

const StorageUsed = () => useQuery(storageUsedQuery).data ?? '…'

function ClearDevice({ clear }: { clear: () => Promise<void> }) {
  const lost = useAtomValue(unsyncedAtom)
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const go = () => {
    setIsPending(true)
    void clear()
  }
  return (
    <>
      <Line
        action={
          <Button variant="danger" onPress={() => setIsAsking(true)}>
            Clear this device
          </Button>
        }
      >
        Remove everything that Doorstep keeps on this device, and log out
      </Line>
      {isAsking ? (
        <ConfirmDialog
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
        </ConfirmDialog>
      ) : null}
    </>
  )
}
