import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { countOf } from '../../lib/counts'
import { queueAtom } from '../../state/queue'
import { useAtomValue } from '../../state/store'
import { Question } from '../../ui/dialog/Question'
import { Tooltip } from '../../ui/tooltip/Tooltip'
import { logOut } from './logout'
import styles from './SideNavigation.module.css'

/** Logs out; asks first when that would lose work which has not been sent. */
export function LogoutButton({ email, isCollapsed }: { email: string; isCollapsed: boolean }) {
  const unsent = useAtomValue(queueAtom).length
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Tooltip text={`Logout (${email})`} placement="right" isInstant isDisabled={!isCollapsed}>
        <AriaButton className={styles.item ?? ''} onPress={() => (unsent > 0 ? setIsAsking(true) : void logOut())}>
          <LogOut aria-hidden className={styles.icon} />
          <span className={isCollapsed ? styles.unseen : styles.label}>Logout</span>
        </AriaButton>
      </Tooltip>
      {isAsking ? (
        <Question
          title="Log out and lose unsent changes?"
          no="Stay signed in"
          yes="Log out"
          variant="danger"
          onNo={() => setIsAsking(false)}
          onYes={() => void logOut()}
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
