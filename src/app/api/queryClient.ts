import { notifyManager, QueryClient } from '@tanstack/react-query'
import { retryDelay, shouldRetry } from './retry'

// A press is answered on screen before the next one, so that a pending mutation disables its button in time.
notifyManager.setScheduler(queueMicrotask)

/**
 * What this document knows of the server, in memory. Mounted queries are fetched again when a screen opens or asks
 * for it, not whenever the window gets the focus; when the connection is back only what failed is.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay,
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
    // A change that cannot be sent fails at once: it must not leave unseen when the connection is back.
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Aborts what is in flight and forgets every answer: for a logout, another person, or another view. */
export function forgetServerState(): void {
  void queryClient.cancelQueries()
  queryClient.clear()
}
