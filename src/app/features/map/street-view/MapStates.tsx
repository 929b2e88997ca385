import { NativeButton } from '../../../ui/button/NativeButton'
import { ErrorState } from '../../../ui/error-state/ErrorState'
import { Spinner } from '../../../ui/spinner/Spinner'
import styles from './MapScreen.module.css'
import { QueryState, type ShownQuery } from '../../../ui/query-state/QueryState'

/** Placeholder while the map loads. */
export function Waiting() {
  return (
    <div className={styles.waiting}>
      <Spinner label="Loading map…" />
    </div>
  )
}

/** The map's centre failed to load. */
export const MapMissing = ({ query }: { query: ShownQuery<unknown> }) => (
  <QueryState query={query} what="The map" title="The map could not be loaded">
    {() => null}
  </QueryState>
)

/** Browsers cache a failed module until the page reloads. */
export const CodeMissing = ({ what }: { what: 'map' | 'list' }) => (
  <ErrorState
    title={`The ${what} could not be loaded`}
    detail="Check your connection, then reload the page."
    actions={
      <NativeButton variant="primary" onClick={() => window.location.reload()}>
        Reload
      </NativeButton>
    }
  />
)
