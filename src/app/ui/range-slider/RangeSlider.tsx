import { useRef, type PointerEvent } from 'react'
import styles from './RangeSlider.module.css'

export interface RangeSliderProps {
  label: string
  minValue: number
  maxValue: number
  value: readonly [number, number]
  onChange: (value: [number, number]) => void
  /** When the thumb is released, or moved by a key. */
  onChangeEnd?: (value: [number, number]) => void
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
  readonly value: [number, number]
}

/**
 * A slider with two thumbs, in whole steps. Keys go to an input in each thumb, the pointer to the track. react-aria's
 * renders too much per frame of a drag for a slow laptop.
 */
export function RangeSlider(props: RangeSliderProps) {
  const { label, minValue, maxValue, value, onChange, onChangeEnd, format, isDisabled = false } = props
  const [low, high] = value
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const held = useRef<Held | null>(null)
  const width = maxValue - minValue
  const share = (figure: number) => (width === 0 ? 0 : (figure - minValue) / width)
  const percent = (figure: number) => `${share(figure) * 100}%`

  const moved = (end: End, to: number): [number, number] =>
    end === 0 ? [Math.max(minValue, Math.min(to, high)), high] : [low, Math.max(low, Math.min(to, maxValue))]

  const drag = (from: Held, x: number) => {
    const { track, off, end } = from
    const next = moved(end, minValue + Math.round(((x + off - track.left) / track.width) * width))
    held.current = { ...from, value: next }
    if (next[end] !== value[end]) onChange(next)
  }
  const take = ({ currentTarget, pointerId, button, clientX }: PointerEvent) => {
    if (isDisabled || button !== 0 || held.current) return
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
  }
  const move = ({ pointerId, clientX }: PointerEvent) => {
    if (held.current?.pointer === pointerId) drag(held.current, clientX)
  }
  const release = ({ pointerId }: PointerEvent) => {
    if (held.current?.pointer !== pointerId) return
    onChangeEnd?.(held.current.value)
    held.current = null
  }

  return (
    <div role="group" aria-label={label} className={styles.slider} data-disabled={isDisabled || undefined}>
      <div className={styles.figures} aria-hidden="true">
        <span>{format(low)}</span>
        <span>{format(high)}</span>
      </div>
      <div
        className={styles.track}
        onPointerDown={take}
        onPointerMove={move}
        onLostPointerCapture={release}
        // It would take the focus away.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div className={styles.line} />
        <div className={styles.fill} style={{ left: percent(low), width: `${(share(high) - share(low)) * 100}%` }} />
        {ENDS.map(({ end, name }) => (
          <div key={name} className={styles.thumb} style={{ left: percent(value[end]) }}>
            <input
              ref={(input) => {
                inputs.current[end] = input
              }}
              type="range"
              aria-label={`${label}: ${name}`}
              // Formatted: the bare number has no pounds or per cent.
              aria-valuetext={format(value[end])}
              min={end === 0 ? minValue : low}
              max={end === 0 ? high : maxValue}
              value={value[end]}
              disabled={isDisabled}
              onChange={(event) => {
                const next = moved(end, event.target.valueAsNumber)
                onChange(next)
                onChangeEnd?.(next)
              }}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
