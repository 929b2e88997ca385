import { useEffect, useLayoutEffect, useRef, type PointerEvent } from 'react'
import type { DrawnRange, End, SliderRange } from './useDrawnRange'

export interface ThumbDragProps {
  minValue: number
  maxValue: number
  value: SliderRange
  /** At each move of the pointer. */
  onDrag?: (value: [number, number]) => void
  /** When the thumb is released, or moved by a key. */
  onChangeEnd: (value: [number, number]) => void
  isDisabled?: boolean
}

/** Pixels from a thumb's middle within which the pointer grips it; farther away it jumps there. */
const GRIP = 18

interface HeldThumb {
  readonly pointer: number
  readonly end: End
  readonly track: DOMRect
  readonly off: number
  value: SliderRange
}

/** Moves the gripped thumb; while held, `value` is ignored. */
export function useThumbDrag(range: DrawnRange, props: ThumbDragProps) {
  const { value, onDrag, onChangeEnd, isDisabled = false } = props
  const held = useRef<HeldThumb | null>(null)
  const moves = useRef<AbortController>(null)
  useEffect(() => () => moves.current?.abort(), [])

  const drag = (from: HeldThumb, x: number) => {
    const { track, off, end } = from
    const next = range.withEndAt(end, range.valueAtShare((x + off - track.left) / track.width))
    from.value = next
    if (next[end] === range.getShown()[end]) return
    range.draw(next)
    onDrag?.(next)
  }
  const latestDrag = useRef(drag)
  useLayoutEffect(() => {
    latestDrag.current = drag
    if (held.current) held.current.value = [range.clamp(held.current.value[0]), range.clamp(held.current.value[1])]
    range.redraw(held.current?.value ?? value)
  })

  const gripThumb = (event: PointerEvent) => {
    const { currentTarget, pointerId, button, clientX } = event
    if (isDisabled || button !== 0 || held.current) return
    // No mouse events too: each walks React's tree.
    event.preventDefault()
    held.current = thumbAt(clientX, { range, props, track: currentTarget.getBoundingClientRect(), pointer: pointerId })
    currentTarget.setPointerCapture(pointerId)
    range.inputs.current[held.current.end]?.focus({ preventScroll: true })
    if (held.current.off === 0) drag(held.current, clientX)
    // On the window only: React would search its tree at every move.
    const move = (moving: globalThis.PointerEvent) => {
      if (held.current?.pointer !== moving.pointerId) return
      moving.stopPropagation()
      latestDrag.current(held.current, moving.clientX)
    }
    moves.current = new AbortController()
    window.addEventListener('pointermove', move, { capture: true, signal: moves.current.signal })
  }
  const releaseThumb = ({ pointerId }: PointerEvent) => {
    if (held.current?.pointer !== pointerId) return
    const { value: last } = held.current
    held.current = null
    moves.current?.abort()
    onChangeEnd([...last])
  }
  return { held, gripThumb, releaseThumb }
}

interface GripOptions {
  range: DrawnRange
  props: ThumbDragProps
  track: DOMRect
  pointer: number
}

function thumbAt(x: number, { range, props, track, pointer }: GripOptions): HeldThumb {
  const [low, high] = range.getShown()
  const fromLow = x - track.left - range.shareOfWidth(low) * track.width
  const toHigh = range.shareOfWidth(high) * track.width + track.left - x
  // If both are at one end, the one that can move.
  const end = high === props.minValue || (low !== props.maxValue && fromLow >= toHigh) ? 1 : 0
  const away = end === 0 ? -fromLow : toHigh
  return { pointer, end, track, off: Math.abs(away) <= GRIP ? away : 0, value: [low, high] }
}
