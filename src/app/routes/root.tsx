import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'
import { queryClient } from '../api/queryClient'
import { DeviceNotices } from '../features/shell/device/DeviceNotices'
import { HelpLink } from '../features/shell/session/HelpLink'
import { SideNavigation } from '../features/shell/session/SideNavigation'
import { keepDoubleClicks } from '../lib/doubleClicks'
import { PageHelp } from '../ui/page/pageHelp'
import { ProgressBar } from '../ui/progress-bar/ProgressBar'
import { ViewAsBanner } from '../features/shell/session/ViewAsBanner'
import { ViewLossDialog } from '../features/shell/session/LossDialogs'
import styles from './root.module.css'

/** Milliseconds. */
const PROGRESS_AFTER = 400

/** The root layout. */
export function Component() {
  const { pathname } = useLocation()
  const isChangingPage = useNavigation().state !== 'idle'
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)

  useEffect(keepDoubleClicks, [])

  // As with a new document.
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.layout}>
        <a className={styles.skip} href="#main">
          Skip to main content
        </a>
        {isChangingPage ? <ProgressBar label="Loading page…" after={PROGRESS_AFTER} /> : null}
        <SideNavigation />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <ViewAsBanner />
          <ViewLossDialog />
          <DeviceNotices />
          <PageHelp value={<HelpLink />}>
            <Outlet />
          </PageHelp>
        </main>
      </div>
    </QueryClientProvider>
  )
}
