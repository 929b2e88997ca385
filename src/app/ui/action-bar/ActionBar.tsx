import type { ReactNode } from 'react'
import styles from './ActionBar.module.css'

/** What comes next on a long page, in sight wherever the page is scrolled to. Last in a column that is a flexbox. */
export const ActionBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>
