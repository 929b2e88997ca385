import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { BasemapFeature } from '#contract/households/map'
import { basemapQuery } from '../../../state/basemap'
import type { RoundVisit } from '../../../state/visits/openRound'
import { classes } from '../../../ui/classes'
import { PLAN_HEIGHT, placing, scaleBar, PLAN_WIDTH, type PlanPlace, type Point } from './planning'
import styles from './visits.module.css'

interface PlanProps {
  /** In walking order. */
  visits: readonly RoundVisit[]
  current: number
  here: PlanPlace | null
}

/** A map of the visits, north up, with the walk, on the device's streets. */
export function Plan({ visits, current, here }: PlanProps) {
  const { data: basemap } = useQuery(basemapQuery)
  const placed = useMemo(() => placing(visits), [visits])
  const streets = useMemo(() => drawStreets(basemap?.features ?? [], placed.place), [basemap, placed])
  const { place, metresAPixel } = placed
  const there = visits.find(({ number }) => number === current)
  const bar = scaleBar(metresAPixel)
  return (
    <svg
      className={styles.plan}
      viewBox={`0 0 ${PLAN_WIDTH} ${PLAN_HEIGHT}`}
      role="img"
      aria-label={`Plan of the visits, north at the top. Visit ${current} is marked.${here ? ' So is where you were.' : ''}`}
    >
      {streets.map(({ kind, path }, index) => (
        <path key={index} className={classes(styles.ground, KIND_STYLES[kind])} d={path} />
      ))}
      <polyline className={styles.walk} points={visits.map((visit) => place(visit).join()).join(' ')} />
      {visits.map((visit) => {
        const [x, y] = place(visit)
        return <circle key={visit.number} className={visit.mark ? styles.done : styles.open} cx={x} cy={y} r={4} />
      })}
      {there ? <Marker at={place(there)} number={current} /> : null}
      {here ? <Here at={place(here)} /> : null}
      <g className={styles.measure}>
        <path d={`M 10 ${PLAN_HEIGHT - 14} v 4 h ${bar.pixels} v -4`} />
        <text x={14 + bar.pixels} y={PLAN_HEIGHT - 8}>
          {bar.words}
        </text>
        <path d={`M ${PLAN_WIDTH - 14} 30 V 10 m -4 6 l 4 -6 l 4 6`} />
        <text x={PLAN_WIDTH - 14} y={42} textAnchor="middle">
          N
        </text>
      </g>
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

function Here({ at: [x, y] }: { at: Point }) {
  return (
    <g className={styles.here}>
      <circle cx={x} cy={y} r={9} />
      <circle cx={x} cy={y} r={4} />
    </g>
  )
}

const KIND_STYLES: Readonly<Partial<Record<BasemapFeature['properties']['kind'], string | undefined>>> = {
  water: styles.water,
  park: styles.park,
  built_up: styles.builtUp,
  main_road: styles.mainRoad,
  street: styles.street,
  path: styles.path,
  railway: styles.railway,
}

function drawStreets(features: readonly BasemapFeature[], place: (at: PlanPlace) => Point) {
  const draw = (line: readonly (readonly number[])[]): { path: string; isSeen: boolean } => {
    const points = line.map(([longitude = 0, latitude = 0]) => place({ longitude, latitude }))
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    const isSeen =
      Math.max(...xs) > 0 && Math.min(...xs) < PLAN_WIDTH && Math.max(...ys) > 0 && Math.min(...ys) < PLAN_HEIGHT
    return { isSeen, path: `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}` }
  }
  const drawn = features.flatMap(({ geometry, properties: { kind } }) => {
    if (geometry.type === 'Point' || KIND_STYLES[kind] === undefined) return []
    const isGround = geometry.type === 'Polygon'
    const lines = (isGround ? geometry.coordinates : [geometry.coordinates]).map(draw)
    if (!lines.some(({ isSeen }) => isSeen)) return []
    return [{ kind, isGround, path: lines.map(({ path }) => path + (isGround ? 'Z' : '')).join('') }]
  })
  return [...drawn.filter(({ isGround }) => isGround), ...drawn.filter(({ isGround }) => !isGround)]
}
