import { FileDown } from 'lucide-react'
import { Disclosure } from '../disclosure/Disclosure'
import styles from './LetterGuide.module.css'

/** Millimetres from the left and top. */
interface Zone {
  readonly name: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface LetterGuideProps {
  page: { readonly width: number; readonly height: number }
  zones: readonly Zone[]
  placeholders: readonly { readonly name: string; readonly becomes: string }[]
  downloads: readonly { readonly href: string; readonly label: string }[]
}

/** Where the parts of a letter stand, what is filled in, and documents to begin from. */
export function LetterGuide({ page, zones, placeholders, downloads }: LetterGuideProps) {
  return (
    <div className={styles.guide}>
      <Disclosure title="Documents to begin from" look="quiet">
        <ul className={styles.downloads}>
          {downloads.map(({ href, label }) => (
            <li key={href}>
              <a href={href} download>
                <FileDown aria-hidden />
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Disclosure>
      <Disclosure title="Where the parts of a letter stand" look="quiet">
        <div className={styles.zones}>
          <ZonesDrawing page={page} zones={zones} />
          <dl className={styles.words}>
            {zones.map((zone) => (
              <div key={zone.name}>
                <dt>{zone.name}</dt>
                <dd>{describeZone(zone)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Disclosure>
      <Disclosure title="What is filled in" look="quiet">
        <dl className={styles.words}>
          {placeholders.map(({ name, becomes }) => (
            <div key={name}>
              <dt>{`((${name}))`}</dt>
              <dd>{becomes}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  )
}

const describeZone = ({ left, right, top, bottom }: Zone) =>
  `${Math.round(left)} to ${Math.round(right)} mm from the left, ${Math.round(top)} to ${Math.round(bottom)} mm from the top`

function anchorMeasure(edge: number, before = -Infinity, after = Infinity): 'start' | 'middle' | 'end' {
  if (after - edge < CLOSE_MM) return 'end'
  return edge - before < CLOSE_MM ? 'start' : 'middle'
}

const CLOSE_MM = 14

/** One unit a millimetre. What it shows is said beside it. */
function ZonesDrawing({ page, zones }: Pick<LetterGuideProps, 'page' | 'zones'>) {
  const levels = [...new Set(zones.flatMap(({ top, bottom }) => [top, bottom]).map(Math.round))]
  const edges = [...new Set(zones.flatMap(({ left, right }) => [left, right]).map(Math.round))].toSorted(
    (a, b) => a - b,
  )
  return (
    <svg className={styles.drawing} viewBox={`-22 -10 ${page.width + 24} ${page.height + 12}`} aria-hidden>
      <rect className={styles.page} width={page.width} height={page.height} />
      {zones.map(({ name, left, right, top, bottom }) => (
        <g key={name}>
          <rect className={styles.zone} x={left} y={top} width={right - left} height={bottom - top} />
          <text className={styles.name} x={left + 3} y={top + 9}>
            {name}
          </text>
        </g>
      ))}
      {levels.map((level) => (
        <text key={level} className={styles.measure} x={-3} y={level + 2.5} textAnchor="end">
          {level}
        </text>
      ))}
      {edges.map((edge, index) => (
        <text
          key={edge}
          className={styles.measure}
          x={edge}
          y={-3}
          textAnchor={anchorMeasure(edge, edges[index - 1], edges[index + 1])}
        >
          {edge}
        </text>
      ))}
    </svg>
  )
}
