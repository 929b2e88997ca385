import { redirect, type LoaderFunctionArgs } from 'react-router-dom'
import { onSignedOut } from '../api/signedOut'
import { forgetStored, loadSession, sessionAtom } from '../state/session'
import { appStore } from '../state/store'

/** Loads the session when the application starts; without a user the browser is sent to /login (P1 §2). */
export async function rootLoader({ request }: LoaderFunctionArgs): Promise<null> {
  onSignedOut(leaveAfterSession)
  const session = await loadSession(request.signal)
  if (!session) throw redirect('/login')
  return null
}

/**
 * A 401 in the middle of a session wipes it and leaves by a whole new document, so that nothing of
 * it (points, references) stays in memory either. Before there is a session, the loader above does it.
 */
function leaveAfterSession(): void {
  if (appStore.get(sessionAtom) === null) return
  forgetStored()
  window.location.replace('/login?error=session_ended')
}
