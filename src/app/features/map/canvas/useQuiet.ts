import { useEffect, useState } from 'react'
import { whenQuiet } from '../../../lib/whenQuiet'

/** Whether the page has stood for a while and the browser has time to spare. */
export function useQuiet(): boolean {
  const [isQuiet, setIsQuiet] = useState(false)

  useEffect(() => {
    let isHere = true
    void whenQuiet().then(() => {
      if (isHere) setIsQuiet(true)
    })
    return () => {
      isHere = false
    }
  }, [])

  return isQuiet
}
