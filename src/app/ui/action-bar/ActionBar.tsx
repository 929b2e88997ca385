import type { ReactNode } from 'react'
import styles from './ActionBar.module.css'

/** The next actions, sticky at the foot of a long page. Last child of a flex column. */
export const ActionBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>
