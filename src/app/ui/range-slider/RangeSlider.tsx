import { useEffect, useLayoutEffect, useRef, type PointerEvent } from 'react'
import { setText } from '../setText'
import styles from './RangeSlider.module.css'

export interface RangeSliderProps {
  label: string
  minValue: number
  maxValue: number
  value: readonly [number, number]
  /** At each move of the pointer. The slider follows it by itself, without `value`. */
  onDrag?: (value: [number, number]) => void
  /** When the thumb is released, or moved by a key. */
  onChangeEnd: (value: [number, number]) => void
  format: (value: number) => string
  isDisabled?: boolean
}

type End = 0 | 1
const ENDS = [
  { end: 0, name: 'minimum' },
  { end: 1, name: 'maximum' },
] as const

/** Pixels from a thumb's middle within which the pointer grips it; farther away it jumps there. */
const GRIP = 18

interface Held {
  readonly pointer: number
  readonly end: End
  readonly track: DOMRect
  /** Pixels from the pointer to the thumb's middle. */
  readonly off: number
  value: readonly [number, number]
}

/**
 * A slider with two thumbs, in whole steps. Keys go to an input in each thumb, the pointer to the track. Nothing renders
 * while it is dragged, and react-aria's slider is not used: either is too much per frame for a slow laptop.
 */
export function RangeSlider(props: RangeSliderProps) {
  const { label, minValue, maxValue, value, onDrag, onChangeEnd, format, isDisabled = false } = props
  const whole = useRef<HTMLDivElement>(null)
  const figures = useRef<(HTMLSpanElement | null)[]>([])
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const held = useRef<Held | null>(null)
  const moves = useRef<AbortController>(null)
  useEffect(() => () => moves.current?.abort(), [])
  const shown = useRef(value)
  const width = maxValue - minValue
  const share = (figure: number) => (width === 0 ? 0 : (figure - minValue) / width)

  const drawEnd = (end: End, figure: number) => {
    const [words, input] = [figures.current[end], inputs.current[end]]
    if (!words || !input) return
    whole.current?.style.setProperty(`--${ENDS[end].name}`, String(share(figure)))
    // Formatted: the bare number has no pounds or per cent.
    input.setAttribute('aria-valuetext', format(figure))
    setText(words, format(figure))
    input.value = String(figure)
  }
  const draw = (next: readonly [number, number]) => {
    for (const { end } of ENDS) if (next[end] !== shown.current[end]) drawEnd(end, next[end])
    shown.current = next
  }
  const moved = (end: End, to: number): [number, number] => {
    const [low, high] = shown.current
    return end === 0 ? [Math.max(minValue, Math.min(to, high)), high] : [low, Math.max(low, Math.min(to, maxValue))]
  }
  const drag = (from: Held, x: number) => {
    const { track, off, end } = from
    const next = moved(end, minValue + Math.round(((x + off - track.left) / track.width) * width))
    from.value = next
    if (next[end] === shown.current[end]) return
    draw(next)
    onDrag?.(next)
  }
  const latestDrag = useRef(drag)
  const clamped = (figure: number) => Math.max(minValue, Math.min(figure, maxValue))
  useLayoutEffect(() => {
    latestDrag.current = drag
    if (held.current) held.current.value = [clamped(held.current.value[0]), clamped(held.current.value[1])]
    const [low, high] = (shown.current = held.current?.value ?? value)
    for (const [end, input] of inputs.current.entries()) {
      if (!input) continue
      input.min = String(end === 0 ? minValue : low)
      input.max = String(end === 0 ? high : maxValue)
    }
    drawEnd(0, low)
    drawEnd(1, high)
  })

  const take = (event: PointerEvent) => {
    const { currentTarget, pointerId, button, clientX } = event
    if (isDisabled || button !== 0 || held.current) return
    // No mouse events beside the pointer's: each costs a walk through React's tree.
    event.preventDefault()
    const [low, high] = shown.current
    const track = currentTarget.getBoundingClientRect()
    const fromLow = clientX - track.left - share(low) * track.width
    const toHigh = share(high) * track.width + track.left - clientX
    // If both are at one end, the one that can move.
    const end = high === minValue || (low !== maxValue && fromLow >= toHigh) ? 1 : 0
    const away = end === 0 ? -fromLow : toHigh
    const isGripped = Math.abs(away) <= GRIP
    held.current = { pointer: pointerId, end, track, off: isGripped ? away : 0, value: [low, high] }
    currentTarget.setPointerCapture(pointerId)
    inputs.current[end]?.focus({ preventScroll: true })
    if (!isGripped) drag(held.current, clientX)
    // On the window, and no further: React would search its whole tree for handlers, twice a move.
    const move = (moving: globalThis.PointerEvent) => {
      if (held.current?.pointer !== moving.pointerId) return
      moving.stopPropagation()
      latestDrag.current(held.current, moving.clientX)
    }
    moves.current = new AbortController()
    window.addEventListener('pointermove', move, { capture: true, signal: moves.current.signal })
  }
  const release = ({ pointerId }: PointerEvent) => {
    if (held.current?.pointer !== pointerId) return
    const { value: last } = held.current
    held.current = null
    moves.current?.abort()
    onChangeEnd([...last])
  }

  return (
    <div ref={whole} role="group" aria-label={label} className={styles.slider} data-disabled={isDisabled || undefined}>
      <div className={styles.figures} aria-hidden="true">
        {ENDS.map(({ end, name }) => (
          <span
            key={name}
            ref={(words) => {
              figures.current[end] = words
            }}
          />
        ))}
      </div>
      <div
        className={styles.track}
        onPointerDown={take}
        onLostPointerCapture={release}
        // It would take the focus away.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div className={styles.line} />
        <div className={styles.fill} />
        {ENDS.map(({ end, name }) => (
          <div key={name} className={styles.thumb} data-end={name}>
            <input
              ref={(input) => {
                inputs.current[end] = input
              }}
              type="range"
              aria-label={`${label}: ${name}`}
              disabled={isDisabled}
              onChange={(event) => {
                // While the pointer holds the slider, keys do not move it.
                if (held.current) return drawEnd(end, held.current.value[end])
                const next = moved(end, event.target.valueAsNumber)
                draw(next)
                onChangeEnd(next)
              }}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
