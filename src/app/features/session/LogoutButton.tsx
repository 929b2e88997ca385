import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { countOf } from '../../lib/counts'
import { queueAtom } from '../../state/queue'
import { useAtomValue } from '../../state/store'
import { Question } from '../../ui/dialog/Question'
import { Spinner } from '../../ui/spinner/Spinner'
import { Tooltip } from '../../ui/tooltip/Tooltip'
import { logOut } from './logout'
import styles from './SideNavigation.module.css'

/** Logs out; asks first when that would lose work which has not been sent. */
export function LogoutButton({ email, isCollapsed }: { email: string; isCollapsed: boolean }) {
  const unsent = useAtomValue(queueAtom).length
  const [isAsking, setIsAsking] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = () => {
    setIsLeaving(true)
    // The page is on its way out.
    void logOut()
  }
  return (
    <>
      <Tooltip text={`Logout (${email})`} placement="right" isInstant isDisabled={!isCollapsed}>
        <AriaButton className={styles.item ?? ''} isPending={isLeaving} onPress={() => (unsent > 0 ? setIsAsking(true) : leave())}>
          <span className={styles.icon}>{isLeaving ? <Spinner size="small" /> : <LogOut aria-hidden className={styles.icon} />}</span>
          <span className={isCollapsed ? styles.unseen : styles.label}>{isLeaving ? 'Logging out…' : 'Logout'}</span>
        </AriaButton>
      </Tooltip>
      {isAsking ? (
        <Question
          title="Log out and lose unsent changes?"
          no="Stay signed in"
          yes="Log out"
          variant="danger"
          onNo={() => setIsAsking(false)}
          onYes={leave}
          isPending={isLeaving}
        >
          <p>
            {countOf(unsent, 'change has', 'changes have')} not been sent yet. Logging out removes everything that Doorstep keeps on this
            device.
          </p>
        </Question>
      ) : null}
    </>
  )
}
