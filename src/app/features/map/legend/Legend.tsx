import { figure } from '../../../lib/counts'
import type { MapPicture } from '../data/picture'
import { WARD_FILL_OPACITY, wardColours } from '../layers/wardLayers'
import type { MapPalette } from '../layers/palette'
import { countDomain, legendCounts, type Rgb } from '../layers/scales'
import styles from './Legend.module.css'

const css = (colour: Rgb) => `rgb(${colour.join(' ')})`

/** What the colours on the map mean. */
export function Legend({ picture, palette }: { picture: MapPicture; palette: MapPalette }) {
  if (picture.view === 'household') {
    return (
      <ul className={styles.legend} aria-label="Legend">
        <li>
          <span className={styles.dot} style={{ background: css(palette.household) }} aria-hidden="true" />
          One or more households
        </li>
      </ul>
    )
  }
  const domain = countDomain(picture.wards.map(({ properties }) => properties.household_count))
  const colourOf = wardColours(picture.wards, palette)
  const hasEmpty = picture.wards.some(({ properties }) => properties.household_count === 0)
  return (
    <div className={styles.legend}>
      <p className={styles.title}>Households in a ward</p>
      <ul aria-label="Legend" className={styles.steps}>
        {[...(hasEmpty ? [0] : []), ...(domain ? legendCounts(domain) : [])].map((count) => (
          <li key={count}>
            <span className={styles.swatch} aria-hidden="true">
              <span style={{ background: css(colourOf(count)), opacity: WARD_FILL_OPACITY / 255 }} />
            </span>
            {figure(count)}
          </li>
        ))}
      </ul>
    </div>
  )
}
