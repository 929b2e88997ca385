import type { RoundVisit } from '../../../state/visits/openRound'
import styles from './visits.module.css'

const WIDTH = 320
const HEIGHT = 224
const MARGIN = 20

/** A map of the visits, north up, with the walk between them. The list says the same in words. */
export function Plan({ visits, current }: { visits: readonly RoundVisit[]; current: number }) {
  const place = placing(visits)
  const here = visits.find(({ number }) => number === current)
  return (
    <svg
      className={styles.plan}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Plan of the visits, north at the top. Visit ${current} is marked.`}
    >
      <polyline className={styles.walk} points={visits.map((visit) => place(visit).join()).join(' ')} />
      {visits.map((visit) => {
        const [x, y] = place(visit)
        return <circle key={visit.number} className={visit.mark ? styles.done : styles.open} cx={x} cy={y} r={4} />
      })}
      {here ? <Marker at={place(here)} number={current} /> : null}
    </svg>
  )
}

function Marker({ at: [x, y], number }: { at: Point; number: number }) {
  return (
    <g className={styles.marker}>
      <circle cx={x} cy={y} r={13} />
      <text x={x} y={y} dominantBaseline="central" textAnchor="middle">
        {number}
      </text>
    </g>
  )
}

type Point = readonly [x: number, y: number]
type Place = Pick<RoundVisit, 'longitude' | 'latitude'>

function placing(visits: readonly Place[]): (visit: Place) => Point {
  const squeeze = Math.cos(((visits[0]?.latitude ?? 0) * Math.PI) / 180)
  const flat = ({ longitude, latitude }: Place): Point => [longitude * squeeze, -latitude]
  const all = visits.map(flat)
  const [left, top] = [Math.min(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y))]
  const [right, bottom] = [Math.max(...all.map(([x]) => x)), Math.max(...all.map(([, y]) => y))]
  // Avoids division by zero when all are in one place.
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(right - left, 1e-6),
    (HEIGHT - 2 * MARGIN) / Math.max(bottom - top, 1e-6),
  )
  return (visit) => {
    const [x, y] = flat(visit)
    return [WIDTH / 2 + (x - (left + right) / 2) * scale, HEIGHT / 2 + (y - (top + bottom) / 2) * scale]
  }
}
