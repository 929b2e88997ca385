import type { ReactNode } from 'react'
import styles from './FactGrid.module.css'
import detailStyles from './DetailList.module.css'

/** Names and values, in as many columns as fit. */
export function FactGrid({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Names and values, one per line. */
export function DetailList({ details }: { details: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl>
      {details.map(({ name, value }) => (
        <div key={name} className={detailStyles.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
