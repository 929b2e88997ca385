import { WifiOff } from 'lucide-react'
import { EmptyState } from './EmptyState'

/**
 * In the place of something that is not on this device, while there is no line: nothing went wrong, and nothing is to be done.
 * @param what begins the sentences: 'The map'.
 */
export const OfflineState = ({ what }: { what: string }) => (
  <EmptyState
    icon={<WifiOff />}
    title={`${what} cannot be shown`}
    detail={`${what} needs a connection. You are offline. It shows by itself when you are back online.`}
  />
)
