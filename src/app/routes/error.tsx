import { useRouteError } from 'react-router-dom'
import { messageOf } from '../api/errors'
import { ErrorState } from '../ui/error-state/ErrorState'

/** The error screen of every route: the message, or 'Unknown error' (P1 §2). */
export function ErrorScreen() {
  const error = useRouteError()
  return <ErrorState level={1} title={messageOf(error, 'Unknown error')} onRetry={() => window.location.reload()} />
}
