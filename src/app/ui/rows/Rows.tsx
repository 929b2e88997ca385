import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './Rows.module.css'

/** A list of {@link Row}s, each under a line. */
export const Rows = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>

export interface RowProps {
  name: string
  /** Undefined where it cannot be opened from here. */
  to: string | undefined
  detail: string
  children: ReactNode
}

/** Something unfinished: its name leads to it, if it can. */
export const Row = ({ name, to, detail, children }: RowProps) => (
  <li className={styles.row}>
    <div className={styles.words}>
      {to === undefined ? (
        <span className={styles.name} dir="auto">
          {name}
        </span>
      ) : (
        <Link to={to} className={styles.name} dir="auto">
          {name}
        </Link>
      )}
      <p className={styles.detail}>{detail}</p>
    </div>
    <div className={styles.actions}>{children}</div>
  </li>
)
