import { atom } from './store'

/** What the login page says of why it is shown, or `null`. By itself, because that page is to stay light. */
export const signInReasonAtom = atom<string | null>(null)
