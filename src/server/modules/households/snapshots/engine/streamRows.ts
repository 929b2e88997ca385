import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult, DuckDBValue } from '@duckdb/node-api'
import type { RowFormat } from '../snapshot'
import type { Use } from './engine'

const DEFAULT_STALL_MS = 2 * 60_000

/** Some milliseconds' work. */
const ROWS_AT_ONCE = 256

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
          for (const values of splitSlices(chunk)) {
            // A Buffer, outside the heap, because garbage collection would let the pieces pile up.
            yield Buffer.from(encode(values))
            // Other requests are answered between them.
            await setImmediate()
          }
          chunk.reset()
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

/** By column, few rows at a time. */
function* splitSlices(chunk: DuckDBDataChunk): Generator<DuckDBValue[][]> {
  const vectors = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column))
  for (let from = 0; from < chunk.rowCount; from += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, chunk.rowCount - from)
    yield vectors.map((vector) => Array.from({ length }, (_, row) => vector.getItem(from + row)))
  }
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
