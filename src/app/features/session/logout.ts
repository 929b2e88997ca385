import { forgetStored } from '../../state/session'

/** Where the session is ended, here and at the issuer (decision 7). */
export const LOGOUT_ADDRESS = '/backend/auth/logout'

/** Wipes what this tab keeps and leaves for the backend logout address: a browser navigation, not a fetch. */
export function logOut(): void {
  forgetStored()
  window.location.assign(LOGOUT_ADDRESS)
}
