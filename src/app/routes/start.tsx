import { Spinner } from '../ui/spinner/Spinner'
import styles from './start.module.css'

/** Shown until the session is loaded, in the shell of index.html (docs/product.md#session). */
export function StartScreen() {
  return (
    <main className={styles.start} data-starting>
      <Spinner label="...loading" />
    </main>
  )
}
