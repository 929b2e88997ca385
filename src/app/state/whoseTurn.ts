import { useQueryClient } from '@tanstack/react-query'
import { getWhoseTurn } from '#contract/campaigns/whoseTurn'
import { queryOptions } from '../api/queryOptions'

/** What waits for the person. */
export const whoseTurnQuery = {
  ...queryOptions(getWhoseTurn),
  staleTime: 30_000,
  refetchInterval: 5 * 60_000,
  refetchOnWindowFocus: true,
} as const

/** After a move. */
export function useTurnsChanged(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: whoseTurnQuery.queryKey })
}
