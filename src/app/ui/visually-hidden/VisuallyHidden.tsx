import type { ReactNode, Ref } from 'react'
import styles from './VisuallyHidden.module.css'

interface VisuallyHiddenProps {
  children?: ReactNode
  isLive?: boolean
  ref?: Ref<HTMLSpanElement>
}

/** Text for screen readers only; `isLive` announces changes. */
export function VisuallyHidden({ children, isLive = false, ref }: VisuallyHiddenProps) {
  return (
    <span ref={ref} className={styles.hidden} {...(isLive ? { role: 'status' } : {})}>
      {children}
    </span>
  )
}
