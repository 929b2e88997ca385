import { queryOptions } from '@tanstack/react-query'
import { readQuarantined } from '../../state/device/quarantine'
import { storageUsed } from './storageUsed'

/** Of this device and not of the server: read each time, also offline. */
const ofThisDevice = { networkMode: 'always', gcTime: 0, retry: false } as const

/** How much Doorstep keeps on this device, in words. */
export const storageUsedQuery = queryOptions({
  queryKey: ['device', 'storage used'],
  queryFn: () => storageUsed(),
  ...ofThisDevice,
})

/** The records that could not be read. */
export const quarantinedQuery = queryOptions({
  queryKey: ['device', 'quarantined'],
  queryFn: readQuarantined,
  ...ofThisDevice,
})
