import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportProgress } from './request'

/** How often DuckDB is asked how far it is, in milliseconds. */
const ASK_EVERY_MS = 200

export interface Progress {
  /**
   * Does one step of the work, from one fraction of all work to another. `part` tells how much of the step is
   * done, 0 to 1; while DuckDB is at work it is asked instead.
   */
  step<T>(doing: string, from: number, to: number, work: (part: (fraction: number) => void) => Promise<T>): Promise<T>
}

/** Tells how far an import is; what it tells never goes back. */
export function createProgress(connection: DuckDBConnection, tell: (at: ImportProgress) => void): Progress {
  return {
    async step(doing, from, to, work) {
      let told = from
      const part = (fraction: number) => {
        const at = from + (to - from) * Math.min(1, Math.max(0, fraction))
        if (at < told) return
        told = at
        tell({ doing, fraction: at })
      }
      part(0)
      // A query's own progress is the second half of a step that reads a file first.
      const asking = setInterval(() => {
        const { percentage } = connection.progress
        if (percentage > 0) part(0.5 + percentage / 200)
      }, ASK_EVERY_MS)
      try {
        const result = await work((fraction) => part(fraction / 2))
        tell({ doing, fraction: to })
        return result
      } finally {
        clearInterval(asking)
      }
    },
  }
}
