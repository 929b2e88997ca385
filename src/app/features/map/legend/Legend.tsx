import { useId } from 'react'
import { CLASS_BOUNDS } from '#contract/dotColours'
import { DOT_COLOURS, type DotColour } from '#contract/needToKnow'
import { countOf, figure } from '../../../lib/counts'
import { useOwnAccess } from '../../../state/ownAccess'
import type { MapPicture, WardPicture } from '../data/picture'
import type { DotClasses } from '../data/useDotClasses'
import type { WardMeasures } from '../data/useWardFigures'
import { classColours, type MapPalette } from '../layers/palette'
import { NO_ROOM, type WardLabel } from '../layers/wardLabels'
import { wardColours } from '../layers/wardLayers'
import { wardFillOpacity, type Rgb } from '../layers/scales'
import { MeasureChoice } from './MeasureChoice'
import styles from './Legend.module.css'

const css = (colour: Rgb) => `rgb(${colour.join(' ')})`

interface LegendProps {
  picture: MapPicture
  palette: MapPalette
  dots: DotClasses
  measures: WardMeasures
  labels: readonly WardLabel[]
  zoom: number
}

/** What the map's colours mean, with the choice of colour for dots. */
export function Legend({ picture, palette, dots, measures, labels, zoom }: LegendProps) {
  if (picture.view === 'ward') return <WardLegend {...{ picture, palette, measures, labels, zoom }} />
  const { colour, classes, problem } = dots
  const entries =
    colour && classes
      ? classColours(palette, colour).map((fill, own) => ({
          fill,
          words: wordsOfClass(colour, own),
          households: figure(classes.counts[own] ?? 0),
        }))
      : [{ fill: palette.household, words: 'One or more households', households: '' }]
  return (
    <div className={styles.legend}>
      <ColourChoice {...dots} />
      {problem === null ? null : <p role="alert">{problem}</p>}
      <ul aria-label="Legend">
        {entries.map(({ fill, words, households }) => (
          <li key={words}>
            <span className={styles.dot} style={{ background: css(fill) }} aria-hidden="true" />
            {words}
            <span className={styles.count}>{households}</span>
          </li>
        ))}
      </ul>
      {colour && classes ? <p className={styles.note}>A dot of several households shows the highest.</p> : null}
    </div>
  )
}

const COLOUR_NAMES: Readonly<Record<DotColour, string>> = {
  unclaimed: 'Unclaimed a year (low estimate)',
  arrears: 'Rent and council tax arrears',
  contacted: 'Contacted by a campaign',
}

function ColourChoice({ colour, onColour }: DotClasses) {
  const id = useId()
  const { dot_colours: offered } = useOwnAccess()
  if (offered.length === 0) return null
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>Colour by</label>
      <select
        id={id}
        value={colour ?? ''}
        onChange={({ target }) => onColour(DOT_COLOURS.find((each) => each === target.value) ?? null)}
      >
        <option value="">One colour</option>
        {offered.map((each) => (
          <option key={each} value={each}>
            {COLOUR_NAMES[each]}
          </option>
        ))}
      </select>
    </div>
  )
}

function wordsOfClass(colour: DotColour, own: number): string {
  const bounds = CLASS_BOUNDS[colour]
  if (bounds.length === 0) return own === 0 ? 'Not contacted' : 'Contacted'
  const [above = 0, upTo] = [bounds[own - 1], bounds[own]]
  if (own === 0) return 'None'
  if (upTo === undefined) return `More than £${figure(above)}`
  return above === 0 ? `Up to £${figure(upTo)}` : `£${figure(above)} to £${figure(upTo)}`
}

interface WardLegendProps extends Omit<LegendProps, 'picture' | 'dots'> {
  picture: WardPicture
}

function WardLegend({ picture, palette, measures, labels, zoom }: WardLegendProps) {
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
            {words}
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : (
        <p
          className={styles.hidden}
        >{`${NO_ROOM} No room for ${countOf(hidden, 'figure')}: zoom in, or see the list.`}</p>
      )}
    </div>
  )
}
