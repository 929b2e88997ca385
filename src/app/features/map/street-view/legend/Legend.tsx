import { useId } from 'react'
import { CLASS_BOUNDS } from '#contract/households/dotColours'
import { DOT_COLOURS, type DotColour } from '#contract/households/needToKnow'
import { figure } from '../../../../lib/counts'
import { useOwnAccess } from '../../../../state/ownAccess'
import type { DotClasses } from '../data/useDotClasses'
import { classColours, css, type MapPalette } from '../layers/palette'
import styles from './Legend.module.css'

interface LegendProps {
  palette: MapPalette
  dots: DotClasses
}

/** What the colours of dots mean, with their choice. */
export function Legend({ palette, dots }: LegendProps) {
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
