import styles from './Months.module.css'

interface ProgressProps {
  label: string
  doing: string | null
  fraction: number
}

/** How far something is, with the step under way for screen readers too. */
export function Progress({ label, doing, fraction }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <p>
        {label}: <span role="status">{doing ?? ''}</span>
      </p>
      <progress className={styles.bar} aria-label={label} max={100} value={Math.round(fraction * 100)} />
    </div>
  )
}
