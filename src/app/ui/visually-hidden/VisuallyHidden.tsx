import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Words for screen readers only. With `isLive` a change of them is announced politely. */
export function VisuallyHidden({ children, isLive = false }: { children: ReactNode; isLive?: boolean }) {
  return (
    <span className={styles.hidden} {...(isLive ? { role: 'status' } : {})}>
      {children}
    </span>
  )
}
