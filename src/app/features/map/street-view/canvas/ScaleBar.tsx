import { useEffect, useState } from 'react'
import { figure } from '../../../../lib/counts'
import type { BasemapControls } from './basemap'
import styles from './MapCanvas.module.css'
import type { MapMoves } from './useMapMoves'

const MAX_PIXELS = 100

/** A scale bar of a round distance. */
export function ScaleBar({ controls, onMoved }: { controls: BasemapControls } & Pick<MapMoves, 'onMoved'>) {
  const [{ metres, pixels }, setScale] = useState(() => computeScale(controls))
  useEffect(() => {
    const measure = () =>
      setScale((before) => {
        const now = computeScale(controls)
        return now.metres === before.metres && Math.abs(now.pixels - before.pixels) < 1 ? before : now
      })
    measure()
    return onMoved(measure)
  }, [controls, onMoved])
  return (
    <p className={styles.scale}>
      {metres < 1000 ? `${metres} m` : `${figure(metres / 1000)} km`}
      <span style={{ width: `${pixels}px` }} />
    </p>
  )
}

const METRES_A_DEGREE = 111_195

/** Longest of 1, 2, 5, 10 … metres that fits {@link MAX_PIXELS}. */
function computeScale({ unproject }: Pick<BasemapControls, 'unproject'>): { metres: number; pixels: number } {
  const [west, latitude] = unproject({ x: 0, y: 0 })
  const [east] = unproject({ x: MAX_PIXELS, y: 0 })
  const most = Math.max(1, (east - west) * METRES_A_DEGREE * Math.cos((latitude * Math.PI) / 180))
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = [5, 2, 1].map((each) => each * power).find((each) => each <= most) ?? power
  return { metres, pixels: (metres / most) * MAX_PIXELS }
}
