import { keepPreviousData } from '@tanstack/react-query'
import { getAuditEntries, type AuditFilter } from '#contract/organisations/audit'
import { queryOptions } from '../../../api/queryOptions'

/** A page of the log; the previous one stays while loading. */
export const auditEntriesQuery = (filter: AuditFilter, page: number) => ({
  ...queryOptions(getAuditEntries, { body: { ...filter, page } }),
  placeholderData: keepPreviousData,
})
