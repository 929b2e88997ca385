import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './DrawArea.module.css'
import type { DrawnCorners, ScreenPoint } from './useDrawnCorners'

/** With more, handles between corners would cover the outline. */
const MAX_POINTS_WITH_MIDPOINTS = 60

/** Pixels per arrow key; tenfold with Shift. */
const STEP = 4

interface CornerHandlesProps {
  corners: DrawnCorners
  onRemove: (index: number) => void
}

/** A button at each corner to move it, and between two to add one. */
export function CornerHandles({ corners, onRemove }: CornerHandlesProps) {
  const { points, problem } = corners
  const overlay = useRef<HTMLDivElement>(null)
  const drag = (index: number) => (event: PointerEvent<HTMLElement>) => {
    const box = overlay.current?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    corners.moveCorner(index, { x: event.clientX - box.left, y: event.clientY - box.top })
  }
  const middles = points.length >= 2 && points.length <= MAX_POINTS_WITH_MIDPOINTS ? findMiddles(points) : []
  return (
    <div ref={overlay} className={styles.overlay}>
      <svg className={styles.shape} aria-hidden="true">
        <polygon points={points.map(({ x, y }) => `${x},${y}`).join(' ')} data-wrong={problem !== null || undefined} />
      </svg>
      {middles.map((middle, index) => (
        <button
          key={`middle ${index}`}
          type="button"
          className={styles.middle}
          style={placeAt(middle)}
          aria-label={`Add a corner after corner ${index + 1}`}
          onClick={() => corners.addCornerAfter(index, middle)}
        />
      ))}
      {points.map((point, index) => (
        <button
          key={index}
          type="button"
          className={styles.corner}
          style={placeAt(point)}
          aria-label={`Corner ${index + 1} of ${points.length}. Arrow keys move it, Delete removes it.`}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag(index)}
          onKeyDown={(event) =>
            onCornerKey(
              event,
              (x, y) => corners.shiftCorner(index, x, y),
              () => onRemove(index),
            )
          }
        />
      ))}
    </div>
  )
}

const placeAt = ({ x, y }: ScreenPoint) => ({ transform: `translate(${x}px, ${y}px)` })

const findMiddles = (points: readonly ScreenPoint[]): ScreenPoint[] =>
  points.map(({ x, y }, index) => {
    const next = points[(index + 1) % points.length] ?? { x, y }
    return { x: (x + next.x) / 2, y: (y + next.y) / 2 }
  })

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

function onCornerKey(event: KeyboardEvent, shift: (x: number, y: number) => void, remove: () => void): void {
  const [x, y] = ARROWS[event.key] ?? [0, 0]
  const by = event.shiftKey ? 10 : 1
  if (x !== 0 || y !== 0) shift(x * by, y * by)
  else if (event.key === 'Delete' || event.key === 'Backspace') remove()
  else return
  event.preventDefault()
}
