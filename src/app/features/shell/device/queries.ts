import { queryOptions } from '@tanstack/react-query'
import { readQuarantined } from '../../../state/device/quarantine'
import { lastHeardAt } from '../../../api/connectivity'
import { deviceTables, readKept } from '../../../state/device/tables'
import { storageUsed } from './storageUsed'

/** Read from the device: always fresh, also offline. */
const ofThisDevice = { networkMode: 'always', gcTime: 0, retry: false } as const

export const storageUsedQuery = queryOptions({
  queryKey: ['device', 'storage used'],
  queryFn: () => storageUsed(),
  ...ofThisDevice,
})

export const quarantinedQuery = queryOptions({
  queryKey: ['device', 'quarantined'],
  queryFn: readQuarantined,
  ...ofThisDevice,
})

/** When the server last answered, and the time and month of the ward counts; ISO, null if unknown. */
export const freshnessQuery = queryOptions({
  queryKey: ['device', 'freshness'],
  queryFn: async () => {
    const [identity, wards] = await Promise.all([readKept('identity'), readKept('ward-figures')])
    const answeredAt = lastHeardAt() ?? identity?.confirmedAt
    return {
      answeredAt: answeredAt === undefined ? null : new Date(answeredAt).toISOString(),
      wardsAt: wards?.asAt ?? null,
      month: wards?.month ?? null,
    }
  },
  ...ofThisDevice,
})

export const keptTemplatesQuery = queryOptions({
  queryKey: ['device', 'templates'],
  queryFn: () => deviceTables().templates.list(),
  ...ofThisDevice,
})
