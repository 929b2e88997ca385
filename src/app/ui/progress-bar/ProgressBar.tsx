import { After } from '../after/After'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden'
import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  label: string
  /** Delay in milliseconds, so that quick work shows no progress. */
  after: number
}

/** An indeterminate progress bar along the top of the window. */
export const ProgressBar = ({ label, after }: ProgressBarProps) => (
  <After milliseconds={after}>
    <div className={styles.bar}>
      <VisuallyHidden isLive>{label}</VisuallyHidden>
    </div>
  </After>
)
