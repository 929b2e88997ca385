import { useCallback, useEffect, useState } from 'react'

/** Milliseconds. */
const HIGHLIGHT_MS = 6000

/** The number tells a repeated hit from the first. */
export interface Hit {
  key: string
  number: number
}

/** Highlights a found filter for {@link HIGHLIGHT_MS}. */
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
