import { Skeleton } from '../../ui/skeleton/Skeleton'
import { VisuallyHidden } from '../../ui/visually-hidden/VisuallyHidden'
import styles from './Report.module.css'

const DETAILS = ['name', 'snapshot', 'sent', 'close', 'channel', 'recipients']
const TILES = ['claiming', 'carers', 'annual', 'lifetime']

/** The report's shape while it is on its way. */
export function ReportSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <p role="status">Loading the report…</p>
      </VisuallyHidden>
      <div className={styles.section}>
        <div className={styles.details}>
          {DETAILS.map((part) => (
            <Skeleton key={part} height="var(--space-10)" width="80%" />
          ))}
        </div>
      </div>
      <div className={styles.section}>
        <div className={styles.tiles}>
          {TILES.map((part) => (
            <Skeleton key={part} height="var(--space-20)" />
          ))}
        </div>
      </div>
      <div className={styles.section}>
        <Skeleton height="var(--chart-height)" />
      </div>
    </div>
  )
}
