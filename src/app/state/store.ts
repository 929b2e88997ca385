import { getDefaultStore } from 'jotai'

/** The only import of jotai. */
export { atom, createStore, getDefaultStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
export type { Atom, PrimitiveAtom, WritableAtom } from 'jotai'
export { atomWithLazy } from 'jotai/utils'

export const appStore = getDefaultStore()
