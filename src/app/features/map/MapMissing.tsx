import { QueryState, type ShownQuery } from '../../ui/query-state/QueryState'

/** Shown when the map's code or centre failed to load. */
export const MapMissing = ({ query }: { query: ShownQuery<unknown> }) => (
  <QueryState query={query} what="The map" title="The map could not be loaded">
    {() => null}
  </QueryState>
)
