import { useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { openFromNetwork } from '../api/networkAddress'
import { Intercepted, Offline, NetworkFailure, Outdated, Refused, Unresponsive, explainError } from '../api/errors'
import { reloadWithNewestVersion } from '../api/newestVersion'
import { NativeButton, NativeLink } from '../ui/button/NativeButton'
import { ErrorState } from '../ui/error-state/ErrorState'
import { usePageTitle } from '../ui/page/pageHeader'
import styles from './start.module.css'

/** The error of any route. */
export function ErrorScreen() {
  const { title, detail, cure } = worded(useRouteError())
  usePageTitle(title)
  return (
    <ErrorState
      level={1}
      title={title}
      detail={detail}
      {...(cure === 'retry' ? { onRetry: reload } : {})}
      actions={
        <>
          {cure === 'reload' ? <ReloadButton /> : null}
          {cure === 'sign in' ? (
            <NativeButton variant="primary" onClick={openFromNetwork}>
              Go there
            </NativeButton>
          ) : null}
          <NativeLink href="/">Go to Street View</NativeLink>
        </>
      }
    />
  )
}

function ReloadButton() {
  const [isPending, setIsPending] = useState(false)
  const press = () => {
    setIsPending(true)
    void reloadWithNewestVersion()
  }
  return (
    <NativeButton variant="primary" isPending={isPending} disabled={isPending} onClick={press}>
      Reload
    </NativeButton>
  )
}

/** As the whole window. */
export function WholeErrorScreen() {
  return (
    <main className={styles.whole}>
      <ErrorScreen />
    </main>
  )
}

/** Browsers cache a failed module: only a page reload requests it again. */
const reload = () => window.location.reload()

interface Words {
  title: string
  detail: string
  cure: 'retry' | 'reload' | 'sign in' | 'none'
}

function worded(error: unknown): Words {
  if (error instanceof Intercepted)
    return { title: 'Something asks you to sign in', detail: error.message, cure: 'sign in' }
  if (error instanceof Unresponsive) return { title: 'Doorstep does not answer', detail: error.message, cure: 'retry' }
  if (error instanceof Offline) return { title: 'You are offline', detail: error.message, cure: 'retry' }
  if (error instanceof NetworkFailure)
    return { title: 'No connection to Doorstep', detail: error.message, cure: 'retry' }
  if (error instanceof Outdated) return { title: 'This page is out of date', detail: error.message, cure: 'reload' }
  if (error instanceof Refused && error.status === 403) {
    return { title: 'You do not have access to this page', detail: error.message, cure: 'none' }
  }
  if (isRouteErrorResponse(error)) {
    return error.status === 404
      ? { title: 'Page not found', detail: 'Check the address, or start from Street View.', cure: 'none' }
      : { title: 'Something went wrong', detail: error.statusText || UNKNOWN, cure: 'retry' }
  }
  if (isMissingPart(error))
    return { title: 'This part of Doorstep could not be loaded', detail: MISSING_PART, cure: 'reload' }
  return { title: 'Something went wrong', detail: explainError(error, UNKNOWN), cure: 'retry' }
}

const UNKNOWN = 'Unknown error'
const MISSING_PART = 'Check your connection, then reload the page.'

/** Browsers word it differently; Vite says it of a stylesheet. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|^unable to preload css/i.test(error.message)
