import type { loginAction as action } from './action'
import { MESSAGES } from './messages'

/** The form action, its code (the contract, zod) loaded when a form is first sent: the page itself stays light. */
export const loginAction: typeof action = async (args) => {
  let loaded
  try {
    loaded = await import('./action')
  } catch {
    return { kind: 'error', message: MESSAGES.lookupFailed }
  }
  return loaded.loginAction(args)
}
