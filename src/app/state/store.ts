import { getDefaultStore, useStore, type Atom } from 'jotai'
import { useLayoutEffect } from 'react'

/** The only import of jotai. */
export { atom, createStore, getDefaultStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
export type { Atom, PrimitiveAtom, WritableAtom } from 'jotai'
export { atomWithLazy } from 'jotai/utils'

export const appStore = getDefaultStore()

/**
 * Calls `write` with an atom's value after each rendering, and whenever the value changes, without rendering. For what a
 * held slider changes in every frame, which React would not draw in time on a slow laptop: `write` fills elements that
 * have no children of React's.
 */
export function useAtomWriter<Value>(atom: Atom<Value>, write: (value: Value) => void): void {
  const store = useStore()
  useLayoutEffect(() => {
    const writeNow = () => write(store.get(atom))
    writeNow()
    return store.sub(atom, writeNow)
  }, [store, atom, write])
}
