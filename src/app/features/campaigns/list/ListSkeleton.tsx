import { Skeleton } from '../../../ui/skeleton/Skeleton'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import styles from './CampaignList.module.css'

const LINES = [1, 2, 3, 4, 5]
const CELLS = [1, 2, 3, 4, 5]

/** The list's placeholder while it loads. */
export function ListSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <VisuallyHidden isLive>Loading campaigns…</VisuallyHidden>
      {LINES.map((line) => (
        <div key={line} className={styles.line}>
          {CELLS.map((cell) => (
            <Skeleton key={cell} />
          ))}
        </div>
      ))}
    </div>
  )
}
