import styles from './Months.module.css'

interface ProgressProps {
  label: string
  doing: string | null
  fraction: number
}

/** A progress bar that also announces the current step. */
export function ProgressLine({ label, doing, fraction }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <p>
        {label}: <span role="status">{doing ?? ''}</span>
      </p>
      <progress className={styles.bar} aria-label={label} max={100} value={Math.round(fraction * 100)} />
    </div>
  )
}
