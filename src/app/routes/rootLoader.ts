import { redirect, type LoaderFunctionArgs } from 'react-router-dom'
import { allowCalls } from '../api/abortOnLogout'
import { onSignedOut } from '../api/signedOut'
import { onConnectivityChange, onlineAtom, watchConnectivity } from '../state/online'
import { releaseQueue, startQueue } from '../state/queue'
import { sessionAtom } from '../state/session'
import { watchCatalogue } from '../state/catalogue'
import { confirmSession, mayStayOffline, startSession } from '../state/start'
import { closeStorage } from '../state/storage'
import { appStore } from '../state/store'
import { keepTemplates } from '../state/templateStore'
import { followTabs, wipeDevice } from '../state/wipe'

/** Loads the session when the application starts; without a user the browser is sent to /login. */
export async function rootLoader({ request }: LoaderFunctionArgs): Promise<null> {
  allowCalls()
  onSignedOut(() => void leaveAfterSession())
  watchCatalogue()
  followTabs((what) => {
    if (appStore.get(sessionAtom) !== null) window.location.replace(what === 'left' ? '/login' : '/')
  })
  const session = await startSession(request.signal)
  if (!session) throw redirect('/login')
  beginOnce()
  return null
}

let hasBegun = false

/** What goes on for as long as the document lives. */
function beginOnce(): void {
  if (hasBegun) return
  hasBegun = true
  watchConnectivity()
  startQueue()
  keepTemplates()
  onConnectivityChange((isOnline) => void (isOnline ? afterLineCameBack() : leaveWhenTooOld()))
  // Whoever came in without the server is looked at from here on.
  void leaveWhenTooOld()
}

/** A server that has no answer for who is here is asked again after this, in milliseconds. */
const CONFIRM_AGAIN_AFTER = 10_000
let confirmingAgain: ReturnType<typeof setTimeout> | undefined

/** Who was let in, or stayed, without the server is confirmed by it now; nothing is sent for them before. */
async function afterLineCameBack(): Promise<void> {
  clearTimeout(confirmingAgain)
  if (!appStore.get(onlineAtom)) return
  switch (await confirmSession()) {
    case 'same':
      return releaseQueue()
    case 'signed-out':
      return leaveAfterSession()
    case 'other':
      // The new document wipes what belongs to the person before.
      return window.location.replace('/')
    case 'unknown':
      confirmingAgain = setTimeout(() => void afterLineCameBack(), CONFIRM_AGAIN_AFTER)
  }
}

/** How often a person who works without the server is looked at, in milliseconds. */
const LOOK_AGAIN_AFTER = 60_000
let lookingAgain: ReturnType<typeof setTimeout> | undefined

/** Twelve hours without the server end the session here too. */
async function leaveWhenTooOld(): Promise<void> {
  if (appStore.get(onlineAtom) || appStore.get(sessionAtom) === null) return
  if (!(await mayStayOffline())) {
    // Nobody has said that the session is over: what is kept here waits for the same person, or goes with the next.
    closeStorage()
    return window.location.replace('/login?error=session_ended')
  }
  clearTimeout(lookingAgain)
  lookingAgain = setTimeout(() => void leaveWhenTooOld(), LOOK_AGAIN_AFTER)
}

let isLeaving = false

/**
 * A 401 in the middle of a session wipes it and leaves by a whole new document, so that nothing of
 * it (points, references) stays in memory either. Before there is a session, the loader above does it.
 */
async function leaveAfterSession(): Promise<void> {
  if (isLeaving || appStore.get(sessionAtom) === null) return
  isLeaving = true
  await wipeDevice({ keepsUnsent: true })
  window.location.replace('/login?error=session_ended')
}
