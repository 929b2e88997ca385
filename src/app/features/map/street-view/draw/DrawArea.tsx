import { useReducer, useEffect, useRef, type Ref } from 'react'
import { formatCount } from '../../../../lib/counts'
import { Button } from '../../../../ui/button/Button'
import type { BasemapControls } from '../canvas/basemap'
import { CornerHandles } from './CornerHandles'
import styles from './DrawArea.module.css'
import { useDrawnCorners, type DrawnCorners } from './useDrawnCorners'

interface DrawAreaProps {
  controls: BasemapControls
  onMoved: (listener: () => void) => () => void
  /** The pressed button is gone. */
  onEnd: () => void
}

/** Corners are buttons, for mouse, touch and keyboard. */
export default function DrawArea({ controls, onMoved, onEnd }: DrawAreaProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [, redraw] = useReducer((frame: number) => frame + 1, 0)
  useEffect(() => onMoved(redraw), [onMoved])
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])
  const corners = useDrawnCorners(controls, onEnd)
  const remove = (index: number) => {
    corners.removeCorner(index)
    bar.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <CornerHandles corners={corners} onRemove={remove} />
      <DrawBar ref={bar} corners={corners} />
    </>
  )
}

function DrawBar({ ref, corners }: { ref: Ref<HTMLDivElement>; corners: DrawnCorners }) {
  const { problem, points } = corners
  const count = points.length
  return (
    <div
      ref={ref}
      className={styles.bar}
      role="group"
      aria-label="Draw an area"
      data-map-drawing
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') corners.endDrawing()
      }}
    >
      <p>
        {count === 0
          ? 'Tap the map to set the first corner. On a keyboard, move the map and press Enter on it.'
          : count < 3
            ? 'Tap to set the next corner. An area has at least three.'
            : 'Drag a corner to move it, or tap to add one.'}
      </p>
      <p role="status" className={problem === null ? undefined : styles.problem}>
        {problem ?? (count === 0 ? '' : `${formatCount(count, 'corner')}.`)}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" isDisabled={!corners.isUsable} onPress={corners.useArea}>
          Use this area
        </Button>
        <Button isDisabled={count === 0} onPress={corners.removeLastCorner}>
          Remove last corner
        </Button>
        <Button variant="quiet" onPress={corners.endDrawing}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
