import { useEffect, useState, type ReactNode } from 'react'

/** Delays its children, so that quick work does not flash. */
export function After({ milliseconds, children }: { milliseconds: number; children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isShown ? children : null
}
