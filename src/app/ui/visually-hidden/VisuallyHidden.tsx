import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for screen readers only; `isLive` announces changes. */
export function VisuallyHidden({ children, isLive = false }: { children: ReactNode; isLive?: boolean }) {
  return (
    <span className={styles.hidden} {...(isLive ? { role: 'status' } : {})}>
      {children}
    </span>
  )
}
