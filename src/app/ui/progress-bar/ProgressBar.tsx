import { After } from '../after/After'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden'
import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  /** What is being waited for: said to screen readers. */
  label: string
  /** Nothing is shown before, in milliseconds: what is quick needs no progress. */
  after: number
}

/** A thin bar along the top of the window: something is on its way, and nobody knows how long it takes. */
export const ProgressBar = ({ label, after }: ProgressBarProps) => (
  <After milliseconds={after}>
    <div className={styles.bar}>
      <VisuallyHidden isLive>{label}</VisuallyHidden>
    </div>
  </After>
)
