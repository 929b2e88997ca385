/** Whether single keys are shortcuts; kept by the browser, for all of its users. */
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

/** Of the field that the key / leads to, on the map's page. */
export const FINDER_ID = 'filter-finder'

const currentAtom = atom(read())

export const singleKeysAtom = atom((get) => get(currentAtom))

/** Switches them on or off; where the browser keeps nothing, until the page closes. */
export function setSingleKeys(areOn: boolean): void {
  appStore.set(currentAtom, areOn)
  try {
    if (areOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, OFF)
  } catch {
    // Until the page closes.
  }
}
