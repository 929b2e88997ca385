import { WifiOff } from 'lucide-react'
import { EmptyState } from './EmptyState'

/**
 * Replaces content that needs a connection.
 * @param what begins the sentences: 'The map'.
 */
export const OfflineState = ({ what }: { what: string }) => (
  <EmptyState
    icon={<WifiOff />}
    title={`${what} cannot be shown`}
    detail={`${what} needs a connection. You are offline. It shows by itself when you are back online.`}
  />
)
