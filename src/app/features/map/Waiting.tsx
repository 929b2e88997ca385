import { Spinner } from '../../ui/spinner/Spinner'
import styles from './MapScreen.module.css'

/** Where there is no map yet. */
export function Waiting() {
  return (
    <div className={styles.waiting}>
      <Spinner label="Loading map…" />
    </div>
  )
}
