import { Spinner } from '../../../ui/spinner/Spinner'
import styles from './MapCanvas.module.css'

/** Where there is no map yet. */
export function Waiting() {
  return (
    <div className={styles.waiting}>
      <Spinner label="Loading map…" />
    </div>
  )
}
