import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SNAPSHOT_COLUMNS } from '../../src/server/modules/households/columns/columns'
import { startPostgres } from '../server/harness/postgres'

const typeOf: Record<(typeof SNAPSHOT_COLUMNS)[number]['kind'], string> = {
  text: 'text',
  ward: 'text',
  enum: 'text',
  integer: 'smallint',
  money: 'numeric(9,2)',
  flag: 'boolean',
  degrees: 'double precision',
}

/** A PostgreSQL with the households in one table, everything in its cache, scanning with a worker a core. */
export async function postgresWith(folder: string, householdsFile: string) {
  const databaseDir = join(folder, 'postgres')
  await rm(databaseDir, { recursive: true, force: true })
  const { server } = await startPostgres(databaseDir, {
    postgresFlags: ['-c', 'shared_buffers=1GB', '-c', 'fsync=off', '-c', 'jit=off', '-c', 'max_wal_size=4GB'],
  })
  const client = server.getPgClient('postgres', '127.0.0.1')
  await client.connect()
  const columns = SNAPSHOT_COLUMNS.map((column) => `${column.name} ${typeOf[column.kind]}`)
  await client.query(`create unlogged table households (${columns.join(', ')})`)
  await copyIn(client, householdsFile)
  // A sum of any column takes as long; worked out once, as Doorstep does.
  await client.query(
    `create unlogged table with_unclaimed as select *, (pension_credit_weekly_award * 52)::numeric(12,2) as unclaimed_a_year from households`,
  )
  await client.query('drop table households')
  await client.query('alter table with_unclaimed rename to households')
  await client.query('vacuum analyze households')
  await client.query('set max_parallel_workers_per_gather = 2')
  await client.query("set work_mem = '64MB'")
  return {
    scan: (where: string) => client.query(scanSql(where)),
    async stop() {
      await client.end()
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

/** Reads the CSV in as many inserts as there are pieces: the packages that speak COPY are not worth a dependency. */
async function copyIn(client: { query: (sql: string) => Promise<unknown> }, file: string): Promise<void> {
  let header: string | undefined
  let rest = ''
  let values: string[] = []
  const flush = async () => {
    if (values.length > 0) await client.query(`insert into households (${header}) values ${values.join(',')}`)
    values = []
  }
  for await (const piece of createReadStream(file, 'utf8')) {
    const lines = (rest + String(piece)).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (header === undefined) {
        header = line
        continue
      }
      values.push(
        `(${line
          .split(',')
          .map((cell) => (cell === '' ? 'null' : `'${cell}'`))
          .join(',')})`,
      )
      if (values.length === 5_000) await flush()
    }
  }
  await flush()
}

/** The service's question in PostgreSQL's words. */
const scanSql = (where: string): string =>
  `select ward_code, count(*), sum(weekly_income), count(*) filter (where monthly_cash_balance < 0), sum(unclaimed_a_year)
   from households where ${where} group by ward_code`
