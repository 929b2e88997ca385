import { useSyncExternalStore } from 'react'

/** The side menu is expanded on windows this wide or wider, in pixels (P1 §9). */
const EXPANDED_FROM = 768

const query = () => window.matchMedia(`(min-width: ${EXPANDED_FROM}px)`)

function subscribe(changed: () => void): () => void {
  const list = query()
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether the window is at least {@link EXPANDED_FROM} wide; follows the window. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}
