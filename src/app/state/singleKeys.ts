/** Whether single keys are shortcuts; kept for all users of this browser. */
import { appStore, atom } from './store'

const KEY = 'doorstep-single-keys'
const OFF = 'off'

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF
  } catch {
    return true
  }
}

/** The field that the key / leads to. */
export const FINDER_ID = 'filter-finder'

const currentAtom = atom(read())

export const singleKeysAtom = atom((get) => get(currentAtom))

/** Switches them on or off; without storage, until the page closes. */
export function setSingleKeys(areOn: boolean): void {
  appStore.set(currentAtom, areOn)
  try {
    if (areOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, OFF)
  } catch {
    // Storage is switched off.
  }
}
