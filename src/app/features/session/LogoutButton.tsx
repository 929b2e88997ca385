import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { queueAtom } from '../../state/queue'
import { useAtomValue } from '../../state/store'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { Tooltip } from '../../ui/tooltip/Tooltip'
import { logOut } from './logout'
import styles from './SideNavigation.module.css'

/** Logs out; asks first when that would lose work which has not been sent. */
export function LogoutButton({ email, isCollapsed }: { email: string; isCollapsed: boolean }) {
  const unsent = useAtomValue(queueAtom).length
  const [isAsking, setIsAsking] = useState(false)
  const changes = unsent === 1 ? '1 change has' : `${unsent} changes have`
  return (
    <>
      <Tooltip text={`Logout (${email})`} placement="right" isInstant isDisabled={!isCollapsed}>
        <AriaButton className={styles.item ?? ''} onPress={() => (unsent > 0 ? setIsAsking(true) : void logOut())}>
          <LogOut aria-hidden className={styles.icon} />
          <span className={isCollapsed ? styles.unseen : styles.label}>Logout</span>
        </AriaButton>
      </Tooltip>
      <Dialog
        title="Log out and lose unsent changes?"
        role="alertdialog"
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        footer={
          <>
            <Button onPress={() => setIsAsking(false)}>Stay signed in</Button>
            <Button variant="danger" onPress={() => void logOut()}>
              Log out
            </Button>
          </>
        }
      >
        <p>{changes} not been sent yet. Logging out removes everything that Doorstep keeps on this device.</p>
      </Dialog>
    </>
  )
}
