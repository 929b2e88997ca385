import { faultTitle, groupAlikeFaults, type WireFaultGroup } from '#contract/households/imports'
import { figure } from '../../../lib/counts'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import styles from './Months.module.css'

type Fault = WireFaultGroup['listed'][number]

/** By kind, the first of each listed. */
export function FaultReport({ groups }: { groups: readonly WireFaultGroup[] }) {
  return (
    <div>
      {groups.map(({ kind, count, hint, listed }, index) => (
        <Disclosure key={kind} title={`${faultTitle(kind)}: ${figure(count)}`} defaultExpanded={index === 0}>
          {hint === null ? null : <p className={styles.hint}>{hint}</p>}
          <FaultLines count={count} listed={listed} />
        </Disclosure>
      ))}
    </div>
  )
}

function FaultLines({ count, listed }: Pick<WireFaultGroup, 'count' | 'listed'>) {
  const lines = groupAlikeFaults(listed)
  const left = count - lines.flatMap(({ rows }) => rows).length
  return (
    <>
      <ul className={styles.faults}>
        {lines.map(({ key, fault, rows }) => (
          <li key={key}>
            <strong>{describePlace(fault, rows)}</strong>
            {describeValue(fault)}
          </li>
        ))}
      </ul>
      {left > 0 ? <p className={styles.hint}>and {figure(left)} more</p> : null}
    </>
  )
}

function describePlace({ file, column }: Fault, rows: readonly Fault['row'][]): string {
  const named = rows.flatMap((row) => (row === null ? [] : [figure(row)])).join(', ')
  return [file, named && `${rows.length > 1 ? 'rows' : 'row'} ${named}`, column].filter(Boolean).join(', ')
}

const describeValue = ({ value, expected }: Fault) =>
  value === null ? `: ${expected}` : ` ${value === '' ? 'is empty' : `has “${value}”`}; expected ${expected}`
