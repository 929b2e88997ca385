import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useAtomValue } from '../../../state/store'
import { Spinner } from '../../../ui/spinner/Spinner'
import { Tooltip } from '../../../ui/tooltip/Tooltip'
import { logOut, unsyncedAtom } from '../../../state/device/leave'
import { LossDialog } from './LossDialogs'
import styles from './SideNavigation.module.css'

/** Logs out; asks first if that would lose unsynced work. */
export function LogoutButton({ email, isCollapsed }: { email: string; isCollapsed: boolean }) {
  const lost = useAtomValue(unsyncedAtom)
  const [isAsking, setIsAsking] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = () => {
    setIsLeaving(true)
    void logOut()
  }
  return (
    <>
      <Tooltip text={`Logout (${email})`} placement="right" isInstant isDisabled={!isCollapsed}>
        <AriaButton
          className={styles.item ?? ''}
          isPending={isLeaving}
          onPress={() => (lost.length > 0 ? setIsAsking(true) : leave())}
        >
          <span className={styles.icon}>
            {isLeaving ? <Spinner size="small" /> : <LogOut aria-hidden className={styles.icon} />}
          </span>
          <span className={isCollapsed ? styles.unseen : styles.label}>{isLeaving ? 'Logging out…' : 'Logout'}</span>
        </AriaButton>
      </Tooltip>
      {isAsking ? (
        <LossDialog
          lost={lost}
          yes="Log out"
          doing="Logging out"
          no="Stay signed in"
          onNo={() => setIsAsking(false)}
          onYes={leave}
          isPending={isLeaving}
        />
      ) : null}
    </>
  )
}
