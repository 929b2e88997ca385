import { useCallback, useEffect, useState } from 'react'
import { whenIdle } from '../../../lib/whenIdle'
import { canDrawMap } from './webgl'

/**
 * Whether this device can draw the map, and how to say that it could not after all. `null` until it is known, which is
 * not before the page around the map stands: the question alone makes the browser start its graphics, and wait for them.
 */
export function useDrawable(): [isDrawable: boolean | null, giveUp: () => void] {
  const [isDrawable, setIsDrawable] = useState<boolean | null>(null)

  useEffect(() => {
    let isHere = true
    void whenIdle().then(() => {
      if (isHere) setIsDrawable(canDrawMap())
    })
    return () => {
      isHere = false
    }
  }, [])

  return [isDrawable, useCallback(() => setIsDrawable(false), [])]
}
