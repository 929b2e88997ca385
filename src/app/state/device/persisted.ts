import type { QueryPersister } from '@tanstack/react-query'
import { isUnreached } from '../../api/errors'
import { pauseWhileOffline, withRetries } from '../../api/retry'

/** A query's copy in the device's database, under the person and organisation that are signed in. */
interface DeviceCopy<Data> {
  /** `null` when there is none. */
  read: () => Promise<Data | null>
  write: (data: Data) => Promise<void>
}

/**
 * Query options that keep an answer on the device and read it there while the server cannot be reached. Policy: only
 * the filter catalogue, the person's own templates and ward figures may lie there, and nothing on a household ever; a
 * query without these options stays in memory.
 */
export function persisted<Data>({ read, write }: DeviceCopy<Data>) {
  const persister: QueryPersister<Data> = async (queryFn, context) => {
    try {
      const data = await withRetries(async () => queryFn(context))
      // The screen does not wait for the device, and a full disk is reported elsewhere.
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
