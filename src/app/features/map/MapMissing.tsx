import type { Asked } from '../../state/useAsked'
import { AskedState } from '../../ui/asked-state/AskedState'

/** In the place of a map whose code or centre did not come. */
export const MapMissing = ({ asked }: { asked: Asked<unknown> }) => (
  <AskedState asked={asked} what="The map" title="The map could not be loaded">
    {() => null}
  </AskedState>
)
