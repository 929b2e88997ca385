import { useEffect, useState } from 'react'

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const MINUTE = 60_000

/** The time of day, '14:05', as it goes by. */
export function useClock(): string {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (now % MINUTE))
    return () => clearTimeout(timer)
  }, [now])
  return TIME.format(now)
}
