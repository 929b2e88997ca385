import styles from './Trends.module.css'

/** Units of the drawing, which is stretched to its box. */
const WIDTH = 200
const HEIGHT = 48
const MARGIN = 4

/** A small line over the months, scaled from lowest to highest; null values are left out. */
export function LineDrawing({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const across = (index: number) => MARGIN + (index * (WIDTH - 2 * MARGIN)) / Math.max(values.length - 1, 1)
  // A constant line lies in the middle.
  const up = (value: number) =>
    least === most ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - least) * (HEIGHT - 2 * MARGIN)) / (most - least)
  const points = values.flatMap((value, index) => (value === null ? [] : [[across(index), up(value)] as const]))
  const last = points.at(-1)
  return (
    <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.map((point) => point.join(',')).join(' ')} />
      {last ? <line className={styles.last} x1={last[0]} x2={last[0]} y1={last[1]} y2={last[1]} /> : null}
    </svg>
  )
}
