import styles from './RangeSlider.module.css'
import { ENDS, useDrawnRange } from './useDrawnRange'
import { useThumbDrag, type ThumbDragProps } from './useThumbDrag'

export interface RangeSliderProps extends ThumbDragProps {
  label: string
  format: (value: number) => string
}

/**
 * Two thumbs, whole steps. Keys go to each thumb's input, the pointer to the track. Not react-aria's slider, which is
 * too slow per frame.
 */
export function RangeSlider(props: RangeSliderProps) {
  const { label, minValue, maxValue, value, onChangeEnd, format, isDisabled = false } = props
  const range = useDrawnRange(value, { minValue, maxValue, format })
  const { whole, figures, inputs } = range
  const { held, gripThumb, releaseThumb } = useThumbDrag(range, props)
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
        onPointerDown={gripThumb}
        onLostPointerCapture={releaseThumb}
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
                if (held.current) return range.drawEnd(end, held.current.value[end])
                const next = range.withEndAt(end, event.target.valueAsNumber)
                range.draw(next)
                onChangeEnd(next)
              }}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
