import { QueryState, type ShownQuery } from '../../ui/query-state/QueryState'

/** In the place of a map whose code or centre did not come. */
export const MapMissing = ({ query }: { query: ShownQuery<unknown> }) => (
  <QueryState query={query} what="The map" title="The map could not be loaded">
    {() => null}
  </QueryState>
)
