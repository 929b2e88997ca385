import { Spinner } from '../../ui/spinner/Spinner'
import styles from './MapScreen.module.css'
import { QueryState, type ShownQuery } from '../../ui/query-state/QueryState'

/** Placeholder while the map loads. */
export function Waiting() {
  return (
    <div className={styles.waiting}>
      <Spinner label="Loading map…" />
    </div>
  )
}

/** Shown when the map's code or centre failed to load. */
export const MapMissing = ({ query }: { query: ShownQuery<unknown> }) => (
  <QueryState query={query} what="The map" title="The map could not be loaded">
    {() => null}
  </QueryState>
)
