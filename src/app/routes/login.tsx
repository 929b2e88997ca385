import { orSilence } from '../api/silence'
import type { loginAction as action } from '../features/shell/login/action'
import { MESSAGES } from '../features/shell/login/messages'

/** The form action, lazy: it needs the contract and zod, the page does not. */
export const runLoginAction: typeof action = async (args) => {
  let loaded
  try {
    loaded = await orSilence(import('../features/shell/login/action'))
  } catch (error) {
    const isSilent = error instanceof DOMException && error.name === 'TimeoutError'
    return { kind: 'error', message: isSilent ? MESSAGES.silent : MESSAGES.lookupFailed }
  }
  return loaded.loginAction(args)
}
