import { useSyncExternalStore } from 'react'

/** What says that somebody is here. */
const GESTURES = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'resize'] as const

let hasBegun = false
const waiting = new Set<() => void>()

function begin(): void {
  hasBegun = true
  for (const gesture of GESTURES) removeEventListener(gesture, begin, true)
  waiting.forEach((tell) => tell())
}
for (const gesture of GESTURES) addEventListener(gesture, begin, { capture: true, passive: true })

const subscribe = (tell: () => void) => {
  waiting.add(tell)
  return () => void waiting.delete(tell)
}

/** Whether anybody has moved, pressed or touched anything since the page was opened. */
export const useGesture = (): boolean => useSyncExternalStore(subscribe, () => hasBegun)
