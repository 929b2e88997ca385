import { useEffect, useState, type ReactNode } from 'react'

/** Shows what stands in it once it has been there so long, in milliseconds: of what is quick nothing is said. */
export function After({ milliseconds, children }: { milliseconds: number; children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isShown ? children : null
}
