import { useState } from 'react'
import { postponeUpdate, takeUpdate, updateReadyAtom } from '../../../state/device/update'
import { useAtomValue } from '../../../state/store'
import { NativeButton } from '../../../ui/button/NativeButton'
import styles from './device.module.css'

/** Offers a waiting new version, in every open tab, until someone decides. */
export function UpdateNotice() {
  const isReady = useAtomValue(updateReadyAtom)
  const [isPending, setIsPending] = useState(false)
  if (!isReady) return null
  const reload = () => {
    setIsPending(true)
    void takeUpdate()
  }
  return (
    <aside className={styles.update} aria-label="New version">
      <p role="status">A new version is ready</p>
      <div className={styles.actions}>
        <NativeButton variant="primary" isPending={isPending} disabled={isPending} onClick={reload}>
          Reload
        </NativeButton>
        <NativeButton onClick={postponeUpdate}>Later</NativeButton>
      </div>
    </aside>
  )
}
