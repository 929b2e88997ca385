import { redirect, type LoaderFunctionArgs } from 'react-router-dom'
import { loadSession } from '../state/session'

/** Loads the session when the application starts; without a user the browser is sent to /login (P1 §2). */
export async function rootLoader({ request }: LoaderFunctionArgs): Promise<null> {
  const session = await loadSession(request.signal)
  if (!session) throw redirect('/login')
  return null
}
