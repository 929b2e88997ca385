import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import type { LoadedSnapshot } from '../snapshots/service'

/** A reader that takes nothing for this long has gone, whatever its connection says: the snapshot is in its hands. */
const DEFAULT_PATIENCE_MS = 2 * 60_000

/** Rows of a snapshot as text. */
export interface RowStream {
  /** Starts the query, which must answer a streaming result. */
  start(connection: DuckDBConnection, table: string): Promise<DuckDBResult>
  readonly before: string
  encode(chunk: DuckDBDataChunk): string
  readonly after: string
  /** How long a reader may take over one piece. Two minutes where nothing is said. */
  readonly patienceMs?: number
}

/**
 * Streams rows in bounded memory: the database is asked for the next chunk when the reader has taken the last
 * one. When the reader hangs up or stalls, the query is interrupted; the snapshot is released either way.
 *
 * @throws what starting the query throws.
 */
export function streamRows(snapshot: LoadedSnapshot, rows: RowStream): Promise<Readable> {
  return new Promise((resolve, reject) => {
    snapshot
      .use(async (connection, table) => {
        const result = await rows.start(connection, table)
        let fetching: Promise<DuckDBDataChunk | null> | undefined
        async function* pieces() {
          yield Buffer.from(rows.before)
          for (;;) {
            fetching = result.fetchChunk()
            const chunk = await fetching
            if (!chunk || chunk.rowCount === 0) break
            const piece = Buffer.from(rows.encode(chunk))
            // The chunk's texts lie outside JavaScript's heap, where the garbage collector does not see how many
            // there are: kept until it comes by, they add up while an export runs.
            chunk.reset()
            yield piece
          }
          if (rows.after) yield Buffer.from(rows.after)
        }
        const onStall = () => stream.destroy(new Error('The reader stalled.'))
        const patience = rows.patienceMs ?? DEFAULT_PATIENCE_MS
        const stream: Readable = Readable.from(withPatience(pieces(), patience, onStall), { objectMode: false })
        resolve(stream)
        // The query ends with the stream, however that ends; the connection must be idle before it goes back.
        await finished(stream).catch(() => connection.interrupt())
        await fetching?.catch(() => undefined)
      })
      .catch(reject)
  })
}

/** Passes pieces on, and says so when the reader takes too long to ask for the next. */
async function* withPatience(
  pieces: AsyncGenerator<Buffer>,
  patienceMs: number,
  onStall: () => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const stalled = setTimeout(onStall, patienceMs)
    try {
      yield piece
    } finally {
      clearTimeout(stalled)
    }
  }
}
