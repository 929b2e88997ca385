import { useCallback, useRef } from 'react'

export interface MapMoves {
  moved: () => void
  onMoved: (listener: () => void) => () => void
}

/** Calls back at once, and whenever the map has rested for this long after a move. @returns unsubscribe */
export function callWhenRested(onMoved: MapMoves['onMoved'], listener: () => void, milliseconds: number): () => void {
  let timer = setTimeout(listener)
  const stop = onMoved(() => {
    clearTimeout(timer)
    timer = setTimeout(listener, milliseconds)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Tells parts of the map that it moves, outside React. */
export function useMapMoves(): MapMoves {
  const listeners = useRef(new Set<() => void>())
  const moved = useCallback(() => {
    for (const listener of listeners.current) listener()
  }, [])
  const onMoved = useCallback((listener: () => void) => {
    listeners.current.add(listener)
    return () => void listeners.current.delete(listener)
  }, [])
  return { moved, onMoved }
}
