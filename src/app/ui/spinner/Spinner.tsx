import { classes } from '../classes'
import styles from './Spinner.module.css'

export interface SpinnerProps {
  /** Shown and announced; without it the spinner is decorative. */
  label?: string
  size?: 'medium' | 'small'
}

/** A loading spinner. */
export function Spinner({ label, size = 'medium' }: SpinnerProps) {
  const className = classes(styles.spinner, size === 'small' && styles.small)
  if (label === undefined)
    return (
      <span className={className} aria-hidden="true">
        <span className={styles.ring} />
      </span>
    )
  return (
    <span className={className} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </span>
  )
}
