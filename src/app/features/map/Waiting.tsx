import { Spinner } from '../../ui/spinner/Spinner'
import styles from './MapScreen.module.css'

/** Placeholder while the map loads. */
export function Waiting() {
  return (
    <div className={styles.waiting}>
      <Spinner label="Loading map…" />
    </div>
  )
}
