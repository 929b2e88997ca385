import { getDefaultStore } from 'jotai'

/** The one door to jotai: nothing else imports it, so that a change of store is a change of this file. */
export { atom, createStore, getDefaultStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
export type { Atom, PrimitiveAtom, WritableAtom } from 'jotai'
export { atomWithLazy } from 'jotai/utils'

/** The store of the running app, for code outside of components (loaders, the 401 listener). */
export const appStore = getDefaultStore()
