import { useReducer, useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { judgeArea } from '#contract/households/area'
import { countOf } from '../../../../lib/counts'
import { areaAtom, cornerAt, drawingAtom } from '../../../../state/filters/area'
import { useAtom, useSetAtom } from '../../../../state/store'
import { Button } from '../../../../ui/button/Button'
import type { BasemapControls } from '../canvas/basemap'
import styles from './DrawArea.module.css'

interface DrawAreaProps {
  controls: BasemapControls
  onMoved: (listener: () => void) => () => void
  /** Drawing has ended; the pressed button is gone. */
  onEnd: () => void
}

/** With more corners there are no handles between them: they would cover the outline. */
const MAX_POINTS_WITH_MIDPOINTS = 60

/** Pixels per arrow key; with Shift ten times as far. */
const STEP = 4

/** Draws an area; its corners are buttons over the map, for mouse, touch and keyboard. */
export default function DrawArea({ controls, onMoved, onEnd }: DrawAreaProps) {
  const [drawn, setDrawing] = useAtom(drawingAtom)
  const setArea = useSetAtom(areaAtom)
  const overlay = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const [, redraw] = useReducer((frame: number) => frame + 1, 0)
  useEffect(() => onMoved(redraw), [onMoved])
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])

  const corners = drawn ?? []
  const points = corners.map((corner) => controls.project(corner))
  const judged = corners.length < 3 ? null : judgeArea([[corners]])
  const problem = judged && 'problem' in judged ? judged.problem : null

  const end = () => {
    setDrawing(null)
    onEnd()
  }
  const use = () => {
    if (judged && 'area' in judged) {
      setArea(judged.area)
      end()
    }
  }
  const move = (index: number, to: readonly number[]) =>
    setDrawing(corners.map((corner, at) => (at === index ? cornerAt(to) : corner)))
  const remove = (index: number) => {
    setDrawing(corners.filter((_, at) => at !== index))
    bar.current?.focus({ preventScroll: true })
  }
  const shift = (index: number, x: number, y: number) => {
    const point = points[index]
    if (point) move(index, controls.unproject({ x: point.x + x, y: point.y + y }))
  }
  const drag = (index: number) => (event: PointerEvent<HTMLElement>) => {
    const box = overlay.current?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    move(index, controls.unproject({ x: event.clientX - box.left, y: event.clientY - box.top }))
  }
  const middles = corners.length >= 2 && corners.length <= MAX_POINTS_WITH_MIDPOINTS ? middlesOf(points) : []

  return (
    <>
      <div ref={overlay} className={styles.overlay}>
        <svg className={styles.shape} aria-hidden="true">
          <polygon
            points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
            data-wrong={problem !== null || undefined}
          />
        </svg>
        {middles.map(({ x, y }, index) => (
          <button
            key={`middle ${index}`}
            type="button"
            className={styles.middle}
            style={{ transform: `translate(${x}px, ${y}px)` }}
            aria-label={`Add a corner after corner ${index + 1}`}
            onClick={() => setDrawing(corners.toSpliced(index + 1, 0, cornerAt(controls.unproject({ x, y }))))}
          />
        ))}
        {points.map(({ x, y }, index) => (
          <button
            key={index}
            type="button"
            className={styles.corner}
            style={{ transform: `translate(${x}px, ${y}px)` }}
            aria-label={`Corner ${index + 1} of ${points.length}. Arrow keys move it, Delete removes it.`}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag(index)}
            onKeyDown={(event) =>
              onCornerKey(
                event,
                (x, y) => shift(index, x, y),
                () => remove(index),
              )
            }
          />
        ))}
      </div>
      <div
        ref={bar}
        className={styles.bar}
        role="group"
        aria-label="Draw an area"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') end()
        }}
      >
        <p>
          {corners.length === 0
            ? 'Tap the map to set the first corner. On a keyboard, move the map and press Enter on it.'
            : corners.length < 3
              ? 'Tap to set the next corner. An area has at least three.'
              : 'Drag a corner to move it, or tap to add one.'}
        </p>
        <p role="status" className={problem === null ? undefined : styles.problem}>
          {problem ?? (corners.length === 0 ? '' : `${countOf(corners.length, 'corner')}.`)}
        </p>
        <div className={styles.actions}>
          <Button variant="primary" isDisabled={!judged || problem !== null} onPress={use}>
            Use this area
          </Button>
          <Button isDisabled={corners.length === 0} onPress={() => setDrawing(corners.slice(0, -1))}>
            Remove last corner
          </Button>
          <Button variant="quiet" onPress={end}>
            Cancel
          </Button>
        </div>
      </div>
    </>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

const middlesOf = (points: readonly Point[]): Point[] =>
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
