import { useLayoutEffect, useRef } from 'react'
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import styles from './RangeSlider.module.css'

export interface RangeSliderProps {
  /** For screen readers. */
  label: string
  minValue: number
  maxValue: number
  value: readonly [number, number]
  /** While dragging. */
  onChange: (value: [number, number]) => void
  /** When the thumb is released, or moved by a key. */
  onChangeEnd?: (value: [number, number]) => void
  format: (value: number) => string
  isDisabled?: boolean
}

/** A slider with two thumbs. */
export function RangeSlider(props: RangeSliderProps) {
  const { label, minValue, maxValue, value, onChange, onChangeEnd, format, isDisabled } = props
  const [low, high] = value
  const lowThumb = useRef<HTMLInputElement>(null)
  const highThumb = useRef<HTMLInputElement>(null)
  // As it is written: react-aria would say the bare number, without pounds or per cent.
  useLayoutEffect(() => {
    lowThumb.current?.setAttribute('aria-valuetext', format(low))
    highThumb.current?.setAttribute('aria-valuetext', format(high))
  })
  const share = (figure: number) => (maxValue === minValue ? 0 : ((figure - minValue) / (maxValue - minValue)) * 100)
  return (
    <Slider
      className={styles.slider ?? ''}
      minValue={minValue}
      maxValue={maxValue}
      value={[low, high]}
      onChange={(next) => onChange(pair(next, value))}
      onChangeEnd={(next) => onChangeEnd?.(pair(next, value))}
      isDisabled={isDisabled ?? false}
      aria-label={label}
    >
      <div className={styles.figures} aria-hidden="true">
        <span>{format(low)}</span>
        <span>{format(high)}</span>
      </div>
      <SliderTrack className={styles.track ?? ''}>
        <div className={styles.line} />
        <div className={styles.fill} style={{ left: `${share(low)}%`, width: `${share(high) - share(low)}%` }} />
        <SliderThumb index={0} inputRef={lowThumb} className={styles.thumb ?? ''} aria-label={`${label}: minimum`} />
        <SliderThumb index={1} inputRef={highThumb} className={styles.thumb ?? ''} aria-label={`${label}: maximum`} />
      </SliderTrack>
    </Slider>
  )
}

function pair(next: number[], before: readonly [number, number]): [number, number] {
  return [next[0] ?? before[0], next[1] ?? before[1]]
}
