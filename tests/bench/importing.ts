import { rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { z } from 'zod'
import { packageRoot } from '../../src/server/lib/root'
import { startPostgres } from '../server/harness/postgres'
import type { Bench, Figure } from './bench'
import { megabytes, milliseconds, percentile, timed, times } from './bench'
import { startScript } from './children'
import { authorityContacts, authorityFiles } from './data'
import { benchFolder } from './doorstep'

/** More or fewer by DOORSTEP_BENCH_HOUSEHOLDS. */
const HOUSEHOLDS = Number(process.env.DOORSTEP_BENCH_HOUSEHOLDS ?? 1_000_000)
/** Folder of an earlier version with its packages, to be measured in turns with this one. */
const BEFORE = process.env.DOORSTEP_BENCH_BEFORE
/** Records in a PostgreSQL of its own, whose memory and processor time are not counted, in place of the embedded one. */
const IS_POSTGRES = process.env.DOORSTEP_BENCH_POSTGRES === '1'
const ROUNDS = Number(process.env.DOORSTEP_BENCH_ROUNDS ?? (BEFORE ? 3 : 1))
const MOST = 1.25

const KINDS = ['a first month', 'a month over it'] as const

/** An import with all its checks and contacts, in a process of its own, beside DuckDB's bare copy of the households. */
export const importing: Bench = {
  name: 'import',
  async run() {
    const { householdsFile } = await authorityFiles(benchFolder, HOUSEHOLDS)
    await authorityContacts(benchFolder, HOUSEHOLDS)
    const copy = await timed(() => bareCopy(householdsFile))
    const now: Imported[] = []
    const before: Imported[] = []
    for (let round = 0; round < ROUNDS; round++) {
      if (BEFORE) before.push(await importTwice(BEFORE))
      now.push(await importTwice(packageRoot))
    }
    const figures = KINDS.map((kind, index): Figure => {
      const took = median(now.map(({ months }) => months[index] ?? Number.NaN))
      return {
        what: `import of ${HOUSEHOLDS.toLocaleString('en-GB')} households with contacts, ${kind} / duckdb COPY of the households to Parquet`,
        measured: `${milliseconds(took)} / ${milliseconds(copy.milliseconds)} = ${times(took / copy.milliseconds)}`,
        floor: 'reported',
      }
    })
    const peak = median(now.map((one) => one.peak))
    figures.push({
      what: 'the same: memory of the importing process at its peak',
      measured: megabytes(peak),
      floor: 'bounded',
    })
    if (BEFORE) figures.push(...compare(before, now))
    return figures
  },
}

const importedSchema = z.object({ months: z.array(z.number()), processor: z.number(), peak: z.number() })
type Imported = z.infer<typeof importedSchema>

async function importTwice(version: string): Promise<Imported> {
  const folder = join(benchFolder, 'import')
  const dataFolder = join(folder, 'data')
  await rm(folder, { recursive: true, force: true })
  await mkdir(dataFolder, { recursive: true })
  const postgres = IS_POSTGRES ? await startPostgres(join(folder, 'postgres')) : undefined
  try {
    const args = [version, dataFolder, String(HOUSEHOLDS), ...(postgres ? [`${postgres.url}/postgres`] : [])]
    const { said } = await startScript('importChild.ts', importedSchema, args)
    const processor = `${milliseconds(said.processor)} of processor`
    console.error(`${version}: ${said.months.map(milliseconds).join(', ')}, ${processor}, ${megabytes(said.peak)}`)
    return said
  } finally {
    await postgres?.server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const median = (values: readonly number[]) => percentile(values, 50)

function compare(before: readonly Imported[], now: readonly Imported[]): Figure[] {
  const ratioOf = (what: string, show: (value: number) => string, of: (one: Imported) => number): Figure => {
    const [earlier, today] = [median(before.map(of)), median(now.map(of))]
    return {
      what: `${what}, the earlier version / this one, medians of ${ROUNDS} in turns`,
      measured: `${show(earlier)} / ${show(today)} = ${(today / earlier).toFixed(2)}×`,
      floor: `≤ ${MOST}×`,
      holds: today <= earlier * MOST,
    }
  }
  return [
    ...KINDS.map((kind, index) => ratioOf(kind, milliseconds, ({ months }) => months[index] ?? Number.NaN)),
    ratioOf('processor time of both', milliseconds, ({ processor }) => processor),
    ratioOf('memory at its peak', megabytes, ({ peak }) => peak),
  ]
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
