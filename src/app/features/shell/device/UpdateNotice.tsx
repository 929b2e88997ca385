import { useState } from 'react'
import { postponeUpdate, retryUpdate, takeUpdate, UPDATE_FAILED, updateNoticeAtom } from '../../../state/device/update'
import { useAtomValue } from '../../../state/store'
import { NativeButton } from '../../../ui/button/NativeButton'
import styles from './UpdateNotice.module.css'

/** Offers a new version, or says that it could not be fetched, in every tab. */
export function UpdateNotice() {
  const newer = useAtomValue(updateNoticeAtom)
  const [isPending, setIsPending] = useState(false)
  if (newer === 'none') return null
  const isFailed = newer === 'failed'
  const act = () => {
    setIsPending(true)
    // After a reload there is no page to tell.
    if (isFailed) void retryUpdate().then(() => setIsPending(false))
    else void takeUpdate()
  }
  return (
    <aside className={styles.update} aria-label="New version">
      <p role="status">{isFailed ? UPDATE_FAILED : 'A new version is ready'}</p>
      <div className={styles.actions}>
        <NativeButton variant="primary" isPending={isPending} disabled={isPending} onClick={act}>
          {isFailed ? 'Try again' : 'Reload'}
        </NativeButton>
        <NativeButton onClick={postponeUpdate}>Later</NativeButton>
      </div>
    </aside>
  )
}
