import type { WireFaultGroup } from '#contract/households/imports'
import { figure } from '../../../lib/counts'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import styles from './Months.module.css'
import { faultTitle } from './wording'

type Fault = WireFaultGroup['listed'][number]

/** Faults or warnings by kind, the first of each listed. */
export function FaultReport({ groups }: { groups: readonly WireFaultGroup[] }) {
  return (
    <div>
      {groups.map(({ kind, count, hint, listed }, index) => (
        <Disclosure key={kind} title={`${faultTitle(kind)}: ${figure(count)}`} defaultExpanded={index === 0}>
          {hint === null ? null : <p className={styles.hint}>{hint}</p>}
          <ul className={styles.faults}>
            {listed.map((fault, position) => (
              // A fault may be listed twice.
              <li key={position}>
                <strong>{placeOf(fault)}</strong> {wordsOf(fault)}
              </li>
            ))}
          </ul>
          {count > listed.length ? <p className={styles.hint}>and {figure(count - listed.length)} more</p> : null}
        </Disclosure>
      ))}
    </div>
  )
}

const placeOf = ({ file, row, column }: Fault) =>
  [file, ...(row === null ? [] : [`row ${figure(row)}`]), ...(column === null ? [] : [column])].join(', ')

const wordsOf = ({ value, expected }: Fault) =>
  value === null ? expected : `${value === '' ? 'is empty' : `has “${value}”`}; expected ${expected}`
