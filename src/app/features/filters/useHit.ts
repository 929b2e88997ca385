import { useCallback, useEffect, useState } from 'react'

/** How long the filter that the finder found stays highlighted, in milliseconds. */
const HIGHLIGHT_MS = 6000

/** What the finder points at. The number tells a second search for the same filter from the first. */
export interface Hit {
  key: string
  number: number
}

/** Points at a filter for {@link HIGHLIGHT_MS}. */
export function useHit(): [Hit | null, (key: string) => void] {
  const [hit, setHit] = useState<Hit | null>(null)
  useEffect(() => {
    if (!hit) return
    const timer = setTimeout(() => setHit(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [hit])
  const point = useCallback((key: string) => setHit((before) => ({ key, number: (before?.number ?? 0) + 1 })), [])
  return [hit, point]
}
