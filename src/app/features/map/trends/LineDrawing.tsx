import styles from './Trends.module.css'

/** Stretched to its box. */
const WIDTH = 200
const HEIGHT = 48
const MARGIN = 4

interface LineDrawingProps {
  values: readonly (number | null)[]
  ends: readonly [string, string]
}

/** A small line over the months above zero; null values are left out. */
export function LineDrawing({ values, ends }: LineDrawingProps) {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const across = (index: number) => MARGIN + (index * (WIDTH - 2 * MARGIN)) / Math.max(values.length - 1, 1)
  const up = (value: number) => HEIGHT - (value * (HEIGHT - MARGIN)) / most
  const points = values.flatMap((value, index) => (value === null ? [] : [[across(index), up(value)] as const]))
  const last = points.at(-1)
  return (
    <div className={styles.plot}>
      <span className={styles.zero}>0</span>
      <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <polyline points={points.map((point) => point.join(',')).join(' ')} />
        {last ? <line className={styles.last} x1={last[0]} x2={last[0]} y1={last[1]} y2={last[1]} /> : null}
      </svg>
      <p className={styles.ends}>
        <span>{ends[0]}</span> <span>{ends[1]}</span>
      </p>
    </div>
  )
}
