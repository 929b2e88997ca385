import { useQuery } from '@tanstack/react-query'
import { Suspense, use, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { checkCampaignsAccess } from '../features/shell/session/campaignsGuard'
import { useSession } from '../state/session'
import { Notice } from '../ui/notice/Notice'
import { Spinner } from '../ui/spinner/Spinner'
import styles from './campaigns.module.css'
import { messageSettingsQuery } from '../state/settings'

/** The guarded area: nothing renders until access is known. */
export function Component() {
  const session = useSession()
  // Above the boundary, because a suspended component loses its state.
  const [access] = useState(() => {
    const check = checkCampaignsAccess(session)
    // React may drop this attempt.
    check.catch(() => {})
    return check
  })
  return (
    <Suspense fallback={<Checking />}>
      <Guarded access={access} />
    </Suspense>
  )
}

function Guarded({ access }: { access: Promise<void> }) {
  use(access)
  return (
    <>
      <Simulated />
      <Outlet />
    </>
  )
}

function Simulated() {
  const { data } = useQuery(messageSettingsQuery)
  if (!data?.is_simulated) return null
  return <Notice>Nothing is really sent: messages go to a simulator of GOV.UK Notify.</Notice>
}

function Checking() {
  return (
    <div className={styles.checking}>
      <Spinner label="Loading campaigns…" />
    </div>
  )
}
