import { notifyManager, QueryClient } from '@tanstack/react-query'
import { retryDelay, shouldRetry } from './retry'

// So that a pending mutation disables its button before a second press.
notifyManager.setScheduler(queueMicrotask)

/** The server's answers in memory. After a reconnect only failed queries are fetched again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay,
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
    // A change that cannot be sent must not leave unseen later.
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Aborts and forgets everything. */
export function forgetServerState(): void {
  void queryClient.cancelQueries()
  queryClient.clear()
}
