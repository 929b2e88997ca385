import { redirect, type LoaderFunctionArgs } from 'react-router-dom'
import { allowCalls, onSignedOut } from '../api/endSession'
import { prefetchPart } from '../api/missingPart'
import { onAnotherPerson } from '../api/samePerson'
import { whenIdle } from '../lib/whenIdle'
import { watchConnectivity } from '../state/connectivity'
import { dispatch, listenToTabs } from '../state/device/device'
import { confirmRemembered, endSessionHere, startSession, watchSession } from '../state/device/start'
import { startQueue } from '../state/queue/queue'
import { rememberLink, takeLink } from '../state/returnToLink'
import { keepTemplates } from '../state/templateStore'
import { watchShift } from '../state/visits/round'

/** Opens the session when the application starts; without one redirects to /login. */
export async function rootLoader({ request }: LoaderFunctionArgs): Promise<null> {
  allowCalls()
  onSignedOut(endSessionHere)
  onAnotherPerson(() => void dispatch({ type: 'replaced' }))
  listenToTabs()
  const { pathname, search } = new URL(request.url)
  const address = pathname + search
  // Before anything may leave the page.
  rememberLink(address)
  const session = await startSession(request.signal).catch((error: unknown) => {
    takeLink()
    throw error
  })
  if (!session) throw redirect('/login')
  startOnce()
  confirmRemembered()
  const link = takeLink()
  if (link !== null && link !== address) throw redirect(link)
  return null
}

let isStarted = false

function startOnce(): void {
  if (isStarted) return
  isStarted = true
  watchConnectivity()
  startQueue()
  keepTemplates()
  watchSession()
  watchShift()
  void afterStart()
}

async function afterStart(): Promise<void> {
  await whenIdle()
  const [map, erased] = await Promise.all([
    prefetchPart(() => import('../features/map/street-view/keepMap')),
    prefetchPart(() => import('../state/erased')),
  ])
  erased?.watchErasures()
  await map?.keepMap().catch(() => {})
}
