import { getMonths, type ImportState, type Months } from '#contract/households/imports'
import { queryOptions } from '../../../api/queryOptions'

/** While the server is at work. */
export const isImportMoving = (state: ImportState): boolean => state === 'checking' || state === 'publishing'

const POLL_MS = 1_000

export const monthsQuery = {
  ...queryOptions(getMonths),
  refetchInterval: ({ state: { data } }: { state: { data: Months | undefined } }) =>
    data?.handover && isImportMoving(data.handover.state) ? POLL_MS : false,
} as const
