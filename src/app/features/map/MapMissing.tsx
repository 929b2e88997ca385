import { failureOf, type Asked } from '../../state/useAsked'
import { OfflineState } from '../../ui/empty-state/OfflineState'
import { ErrorState } from '../../ui/error-state/ErrorState'

/** In the place of a map whose code or centre did not come. */
export function MapMissing({ asked }: { asked: Asked<unknown> }) {
  return asked.state === 'offline' ? (
    <OfflineState what="The map" />
  ) : (
    <ErrorState title="The map could not be loaded" detail={failureOf(asked) ?? ''} onRetry={asked.reload} />
  )
}
