import { getDefaultStore, useStore, type Atom } from 'jotai'
import { startTransition, useEffect, useLayoutEffect, useState } from 'react'

/** The only import of jotai. */
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
export type { Atom, PrimitiveAtom } from 'jotai'
export { atomWithLazy } from 'jotai/utils'

export const appStore = getDefaultStore()

/** Like `useAtomValue`, for what may follow a press a moment later: it renders in a transition, and blocks no press. */
export function useDeferredAtomValue<Value>(atom: Atom<Value>): Value {
  const store = useStore()
  const [value, setValue] = useState(() => store.get(atom))
  useEffect(() => {
    const take = () => startTransition(() => setValue(() => store.get(atom)))
    take()
    return store.sub(atom, take)
  }, [store, atom])
  return value
}

/** Calls `write` after each render and change, without rendering: React is too slow for each frame of a held slider. */
export function useAtomWriter<Value>(atom: Atom<Value>, write: (value: Value) => void): void {
  const store = useStore()
  useLayoutEffect(() => {
    const writeNow = () => write(store.get(atom))
    writeNow()
    return store.sub(atom, writeNow)
  }, [store, atom, write])
}
