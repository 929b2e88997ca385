import { useQuery } from '@tanstack/react-query'
import { MonitorDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { VERSION } from '../../api/newestVersion'
import { countOf } from '../../lib/counts'
import { draftsAtom } from '../../state/drafts'
import { install, installWayAtom, isInstalledAtom } from '../../state/device/install'
import { queueAtom } from '../../state/queue/queue'
import { useAtomValue } from '../../state/store'
import { Button } from '../../ui/button/Button'
import { DetailList } from '../../ui/page/Facts'
import { Section } from '../../ui/page/Page'
import { ClearDevice } from './ClearDevice'
import { storageUsedQuery } from './queries'
import { WaitingPanel } from './WaitingPanel'
import styles from './ThisDevice.module.css'

/** Doorstep on this device: installing it, its version, its storage, and clearing it with `clear`. */
export function ThisDevice({ clear }: { clear: () => Promise<void> }) {
  const waiting = useAtomValue(queueAtom).length
  const drafts = useAtomValue(draftsAtom).length
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  return (
    <Section
      title="This device"
      detail="Doorstep works without a connection by keeping a little on this device. Of households, only the references that you picked yourself for a template or a campaign draft; never a name, address or number."
    >
      <DetailList
        details={[
          { name: 'Install', value: <Install /> },
          { name: 'Version', value: VERSION },
          { name: 'Storage used', value: <StorageUsed /> },
          { name: 'Campaign drafts', value: drafts === 0 ? 'None' : String(drafts) },
          {
            name: 'Waiting to be sent',
            value:
              waiting === 0 ? (
                'Nothing'
              ) : (
                <Line action={<Button onPress={() => setIsPanelOpen(true)}>See what waits</Button>}>
                  {countOf(waiting, 'change')}
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

function Install() {
  const way = useAtomValue(installWayAtom)
  const isInstalled = useAtomValue(isInstalledAtom)
  if (isInstalled) return 'Doorstep is installed on this device'
  switch (way) {
    case 'ask':
      return (
        <Line
          action={
            <Button icon={<MonitorDown aria-hidden />} onPress={() => void install()}>
              Install Doorstep
            </Button>
          }
        >
          Open Doorstep from the desktop or home screen, in a window of its own
        </Line>
      )
    case 'by-hand':
      return 'In Safari, press Share, choose “Add to Home Screen”, then “Add”'
    case 'none':
      return 'This browser does not offer to install Doorstep'
  }
}

const StorageUsed = () => useQuery(storageUsedQuery).data ?? '…'
