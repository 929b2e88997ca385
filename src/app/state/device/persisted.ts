import type { QueryKey, QueryPersister } from '@tanstack/react-query'
import type { KeptAnswer } from '#offline/kept'
import { isUnreached } from '../../api/errors'
import { pauseWhileOffline, withRetries } from '../../api/retry'

interface DeviceCopy<Data> {
  read: () => Promise<Data | null>
  write: (data: Data) => Promise<void>
  /** Shows the copy at once, then the server's answer. */
  isCopyFirst?: boolean
}

/** Query options that keep an allow-listed answer on the device, and read it there while offline. */
export function persisted<Data, Key extends QueryKey = QueryKey>(
  _answer: KeptAnswer,
  { read, write, isCopyFirst = false }: DeviceCopy<Data>,
) {
  const persister: QueryPersister<Data, Key> = async (queryFn, context) => {
    const { client, queryKey } = context
    if (isCopyFirst && client.getQueryData(queryKey) === undefined) {
      const copy = await read().catch(() => null)
      // Once the copy is in place.
      if (copy !== null) setTimeout(() => void client.invalidateQueries({ queryKey }))
      if (copy !== null) return copy
    }
    try {
      const data = await withRetries(async () => queryFn(context))
      // A full disk is reported elsewhere.
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
