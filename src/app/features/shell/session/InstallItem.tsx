import { MonitorDown } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { install, installWayAtom } from '../../../state/device/install'
import { useAtomValue } from '../../../state/store'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Tooltip } from '../../../ui/tooltip/Tooltip'
import styles from './SideNavigation.module.css'

const LABEL = 'Install Doorstep'

/** Installs the app, or explains how; absent if neither is possible. */
export function InstallItem({ isCollapsed }: { isCollapsed: boolean }) {
  const way = useAtomValue(installWayAtom)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  if (way === 'none') return null
  return (
    <li>
      <Tooltip text={LABEL} placement="right" isInstant isDisabled={!isCollapsed}>
        <AriaButton
          className={styles.item ?? ''}
          onPress={() => (way === 'ask' ? void install() : setIsHelpOpen(true))}
        >
          <MonitorDown aria-hidden className={styles.icon} />
          <span className={isCollapsed ? styles.unseen : styles.label}>{LABEL}</span>
        </AriaButton>
      </Tooltip>
      {isHelpOpen ? (
        <Dialog title={LABEL} onClose={() => setIsHelpOpen(false)}>
          <p>On an iPhone or iPad, Doorstep is installed from Safari:</p>
          <ol className={styles.steps}>
            <li>Open Doorstep in Safari.</li>
            <li>Press Share, the square with an arrow pointing up.</li>
            <li>Choose “Add to Home Screen”, then “Add”.</li>
          </ol>
        </Dialog>
      ) : null}
    </li>
  )
}
