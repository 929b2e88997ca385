import type { ReactNode } from 'react'
import styles from './DetailList.module.css'

/** Names and values, read only. */
export function DetailList({ details }: { details: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl>
      {details.map(({ name, value }) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
