import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportProgress } from './request'

const POLL_MS = 200

export interface Progress {
  /**
   * Runs one step, from one fraction of all work to another. `part` reports the step's own fraction, 0 to 1; during a
   * query DuckDB's progress is polled.
   */
  step<T>(doing: string, from: number, to: number, work: (part: (fraction: number) => void) => Promise<T>): Promise<T>
}

/** Reports an import's progress, which never goes back. No step begins or goes on once the signal is aborted. */
export function createProgress(
  connection: DuckDBConnection,
  report: (at: ImportProgress) => void,
  signal: AbortSignal | undefined,
): Progress {
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
      // A query's own progress is the second half of a step that reads a file first.
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
