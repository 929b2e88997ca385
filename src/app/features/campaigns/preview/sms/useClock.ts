import { useEffect, useState } from 'react'
import { timeOf } from '../../../../lib/moments'

const MINUTE = 60_000

/** The time of day, '14:05', kept current. */
export function useClock(): string {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (now % MINUTE))
    return () => clearTimeout(timer)
  }, [now])
  return timeOf(now)
}
