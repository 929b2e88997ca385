import { formatCount } from '../../../../lib/counts'
import type { WardPicture } from '../data/picture'
import type { WardMeasures } from '../data/useWardFigures'
import { css, type MapPalette } from '../layers/palette'
import { NO_ROOM, type WardLabel } from '../layers/wardLabels'
import { wardColours, wardFillOpacity } from '../layers/wardScales'
import { MeasureChoice } from './MeasureChoice'
import styles from './Legend.module.css'

interface WardLegendProps {
  picture: WardPicture
  palette: MapPalette
  measures: WardMeasures
  labels: readonly WardLabel[]
  zoom: number
}

/** What the colours of wards mean, with the choice of their figure. */
export function WardLegend({ picture, palette, measures, labels, zoom }: WardLegendProps) {
  const { figures } = measures
  if (!figures) return null
  const { colourOf, steps, isEvery } = wardColours(picture.wards, figures, palette)
  const entries = [
    ...(isEvery ? [] : [{ value: null, words: figures.without }]),
    ...steps.map((value) => ({ value, words: figures.inWords(value) })),
  ]
  const hidden = labels.filter(({ text }) => text === NO_ROOM).length
  return (
    <div className={styles.legend}>
      <MeasureChoice label="Colour by" {...measures} />
      <p className={styles.title}>{figures.title}</p>
      <ul aria-label="Legend" className={styles.steps}>
        {entries.map(({ value, words }) => (
          <li key={String(value)}>
            <span className={styles.swatch} aria-hidden="true">
              <span style={{ background: css(colourOf(value)), opacity: wardFillOpacity(zoom) / 255 }} />
            </span>
            <span>{words}</span>
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : (
        <p
          className={styles.hidden}
        >{`${NO_ROOM} No room for ${formatCount(hidden, 'figure')}: zoom in, or see the list.`}</p>
      )}
    </div>
  )
}
