import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { z } from 'zod'
import type { Bench, Figure } from './bench'
import { megabytes, milliseconds, timed, times } from './bench'
import { startChild } from './children'
import { authorityFiles } from './data'
import { benchFolder } from './doorstep'

/** More or fewer by DOORSTEP_BENCH_HOUSEHOLDS. */
const HOUSEHOLDS = Number(process.env.DOORSTEP_BENCH_HOUSEHOLDS ?? 1_000_000)

/** An import with all its checks, in a process of its own, beside DuckDB's bare copy of the same file. */
export const importing: Bench = {
  name: 'import',
  async run() {
    const { householdsFile } = await authorityFiles(benchFolder, HOUSEHOLDS)
    const copy = await timed(() => bareCopy(householdsFile))
    const { said } = await startChild(
      z.object({ milliseconds: z.number(), peak: z.number() }),
      'import',
      String(HOUSEHOLDS),
    )
    const figures: Figure[] = [
      {
        what: `import of ${HOUSEHOLDS.toLocaleString('en-GB')} households / duckdb COPY of the same file to Parquet`,
        measured: `${milliseconds(said.milliseconds)} / ${milliseconds(copy.milliseconds)} = ${times(said.milliseconds / copy.milliseconds)}`,
        floor: 'reported',
      },
      {
        what: 'the same: memory of the importing process at its peak',
        measured: megabytes(said.peak),
        floor: 'bounded',
      },
    ]
    return figures
  },
}

async function bareCopy(file: string): Promise<void> {
  const target = join(benchFolder, 'copy.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`copy (select * from read_csv('${file}')) to '${target}' (format parquet, compression zstd)`)
  connection.disconnectSync()
  instance.closeSync()
  rmSync(target)
}
