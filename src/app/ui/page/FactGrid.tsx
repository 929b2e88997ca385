import type { ReactNode } from 'react'
import styles from './FactGrid.module.css'

/** Names and values, to read only, as many beside each other as there is room for. */
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
