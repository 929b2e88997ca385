import { notifyManager, QueryClient } from '@tanstack/react-query'
import { retryDelay, shouldRetry } from './retry'

// A pending mutation must disable its button before a second press.
notifyManager.setScheduler(queueMicrotask)

/** Server answers in memory. A reconnect refetches failed queries only. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay,
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
    // Offline a change must not be paused and sent later unnoticed.
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Aborts and forgets everything. */
export function forgetServerState(): void {
  void queryClient.cancelQueries()
  queryClient.clear()
}
