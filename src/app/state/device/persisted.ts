import type { QueryPersister } from '@tanstack/react-query'
import { isUnreached } from '../../api/errors'
import { pauseWhileOffline, withRetries } from '../../api/retry'

interface DeviceCopy<Data> {
  read: () => Promise<Data | null>
  write: (data: Data) => Promise<void>
}

/** Keeps an answer on the device and reads it there while offline. Ward figures only; nothing on a household. */
export function persisted<Data>({ read, write }: DeviceCopy<Data>) {
  const persister: QueryPersister<Data> = async (queryFn, context) => {
    try {
      const data = await withRetries(async () => queryFn(context))
      // Not awaited; a full disk is reported elsewhere.
      void write(data).catch(() => {})
      return data
    } catch (error) {
      const copy = isUnreached(error) ? await read() : null
      if (copy === null) throw error
      return copy
    }
  }
  return { persister, networkMode: 'offlineFirst', retry: pauseWhileOffline } as const
}
