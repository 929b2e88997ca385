import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getMonthTokens, type MonthTokens } from '#contract/households/monthTokens'
import { queryOptions } from '../../../api/queryOptions'

export const monthTokensQuery = queryOptions(getMonthTokens)

/** Changes tokens or their setting, and shows what there is then. */
export function useTokenChange<Changed extends MonthTokens>(
  change: () => Promise<Changed>,
  onChanged: (changed: Changed) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      const { tokens, publishes_by_itself, address } = changed
      queryClient.setQueryData(monthTokensQuery.queryKey, { tokens, publishes_by_itself, address })
      onChanged(changed)
    },
  })
}
