import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { NativeButton } from '../../../../ui/button/NativeButton'
import styles from './MapCanvas.module.css'

/** Milliseconds. */
const PATIENCE = 2_000

interface LostGraphicsProps {
  map: RefObject<HTMLElement | null>
  onRestored: () => void
}

/** Redraws the map when the browser returns its graphics, as after sleep, or says so if it does not. */
export default function LostGraphics({ map, onRestored }: LostGraphicsProps) {
  const [isLost, setIsLost] = useState(false)
  const restored = useEffectEvent(onRestored)
  useEffect(() => {
    const element = map.current
    let timer: number | undefined
    const onLost = (event: Event) => {
      // Else the browser never gives them back.
      event.preventDefault()
      timer ??= window.setTimeout(() => setIsLost(true), PATIENCE)
    }
    const onReturn = () => {
      window.clearTimeout(timer)
      timer = undefined
      setIsLost(false)
      restored()
    }
    // Canvas events do not bubble.
    element?.addEventListener('webglcontextlost', onLost, { capture: true })
    element?.addEventListener('webglcontextrestored', onReturn, { capture: true })
    return () => {
      window.clearTimeout(timer)
      element?.removeEventListener('webglcontextlost', onLost, { capture: true })
      element?.removeEventListener('webglcontextrestored', onReturn, { capture: true })
    }
  }, [map])
  return isLost ? (
    <p className={styles.notice} role="alert">
      The browser has stopped drawing the map. The list holds the same data.{' '}
      <NativeButton onClick={() => window.location.reload()}>Reload</NativeButton>
    </p>
  ) : null
}
