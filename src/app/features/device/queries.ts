import { queryOptions } from '@tanstack/react-query'
import { readQuarantined } from '../../state/device/quarantine'
import { storageUsed } from './storageUsed'

/** Read from the device, not the server: always fresh, also offline. */
const ofThisDevice = { networkMode: 'always', gcTime: 0, retry: false } as const

/** How much Doorstep stores on this device, in words. */
export const storageUsedQuery = queryOptions({
  queryKey: ['device', 'storage used'],
  queryFn: () => storageUsed(),
  ...ofThisDevice,
})

/** The unreadable records. */
export const quarantinedQuery = queryOptions({
  queryKey: ['device', 'quarantined'],
  queryFn: readQuarantined,
  ...ofThisDevice,
})
