import { atom } from './store'

/*
 * Updates. Policy: a new version waits and asks; it is never sprung on a page, and no form is reloaded by itself.
 */

/** True once a newer version of the app is on this device and waits to be used. */
export const updateReadyAtom = atom(false)
