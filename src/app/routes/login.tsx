import type { loginAction as action } from '../features/login/action'
import { MESSAGES } from '../features/login/messages'

export { LoginScreen } from '../features/login/LoginScreen'

/** The form action, loaded when a form is first sent: it needs the contract and zod, the page does not. */
export const loginAction: typeof action = async (args) => {
  let loaded
  try {
    loaded = await import('../features/login/action')
  } catch {
    return { kind: 'error', message: MESSAGES.lookupFailed }
  }
  return loaded.loginAction(args)
}
