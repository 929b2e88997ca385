import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportProgress } from './report'

const POLL_MS = 200

export interface ImportSteps {
  /** Covers `from` to `to` of the whole; `part` takes the step's fraction. Polls DuckDB's during queries. */
  step<T>(doing: string, from: number, to: number, work: (part: (fraction: number) => void) => Promise<T>): Promise<T>
}

/** Never goes back. Steps throw once the signal is aborted. */
export function createProgress(
  connection: DuckDBConnection,
  report: (at: ImportProgress) => void,
  signal: AbortSignal | undefined,
): ImportSteps {
  return {
    async step(doing, from, to, work) {
      signal?.throwIfAborted()
      let reached = from
      const part = (fraction: number) => {
        const at = from + (to - from) * Math.min(1, Math.max(0, fraction))
        if (at < reached) return
        reached = at
        report({ doing, fraction: at })
      }
      part(0)
      // Reading fills the first half, queries the second.
      const polling = setInterval(() => {
        const { percentage } = connection.progress
        if (percentage > 0) part(0.5 + percentage / 200)
      }, POLL_MS)
      try {
        const result = await work((fraction) => {
          signal?.throwIfAborted()
          part(fraction / 2)
        })
        report({ doing, fraction: to })
        return result
      } finally {
        clearInterval(polling)
      }
    },
  }
}
