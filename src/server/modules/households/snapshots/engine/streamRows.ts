import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import type { RowFormat } from '../snapshot'
import type { Use } from './engine'

const DEFAULT_STALL_MS = 2 * 60_000

/**
 * A reader that aborts or stalls interrupts the query; the snapshot is always released.
 * @throws what `start` throws
 */
export function streamRows(
  use: Use,
  start: (connection: DuckDBConnection, from: string) => Promise<DuckDBResult>,
  { before = '', encode, after = '', stallMs = DEFAULT_STALL_MS }: Omit<RowFormat, 'select'>,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    use(async (connection, from) => {
      const result = await start(connection, from)
      let fetching: Promise<DuckDBDataChunk | null> | undefined
      async function* pieces() {
        yield Buffer.from(before)
        for (;;) {
          fetching = result.fetchChunk()
          const chunk = await fetching
          if (!chunk || chunk.rowCount === 0) break
          const piece = Buffer.from(encode(chunk.getColumns()))
          // A Buffer, outside the heap, because garbage collection would let the pieces pile up.
          chunk.reset()
          yield piece
        }
        if (after) yield Buffer.from(after)
      }
      const onStall = () => stream.destroy(new Error('The reader stalled.'))
      const stream: Readable = Readable.from(withTimeout(pieces(), stallMs, onStall), { objectMode: false })
      resolve(stream)
      // The connection must be idle before it returns to the pool.
      await finished(stream).catch(() => connection.interrupt())
      await fetching?.catch(() => undefined)
    }).catch(reject)
  })
}

async function* withTimeout(
  pieces: AsyncGenerator<Buffer>,
  timeoutMs: number,
  onTimeout: () => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const timer = setTimeout(onTimeout, timeoutMs)
    try {
      yield piece
    } finally {
      clearTimeout(timer)
    }
  }
}
