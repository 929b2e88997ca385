import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readConfig } from '../../src/server/config'
import { rowsOf } from '../../src/server/db/rows'
import { organisations, snapshots } from '../../src/server/db/schema'
import { snapshotPath, snapshotsFolder } from '../../src/server/modules/households/snapshots/files'
import { importSnapshot } from '../../src/server/modules/households/imports/importSnapshot'
import { createServices } from '../../src/server/services'
import { startPostgres } from '../server/harness/postgres'
import type { Bench } from './bench'
import { megabytes, milliseconds, percentile, timed } from './bench'
import { authorityFiles } from './data'
import { benchFolder, EVERYONE } from './doorstep'

const COUNCILS = 50
const IN_USE = 20
const HOUSEHOLDS = 100_000
const MONTHS = Array.from({ length: 24 }, (_, index) =>
  new Date(Date.UTC(2024, 10 + index, 1)).toISOString().slice(0, 10),
)

/** Fifty organisations of two years on PostgreSQL: two months imported, the others copies of their files and rows. */
export const manyCouncils: Bench = {
  name: 'many-councils',
  async run() {
    const folder = join(benchFolder, 'many-councils')
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'data'), { recursive: true })
    const { url, server } = await startPostgres(join(folder, 'postgres'))
    const environment = {
      DATABASE_URL: `${url}/postgres`,
      DOORSTEP_DATA: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      SOFFICE_PATH: 'none',
    }
    try {
      const records = await fill(environment)
      const files = await sizeOf(snapshotsFolder(environment.DOORSTEP_DATA))
      const { rssOfOne, rssOfMany } = await memory(environment)
      const first = await firstAnswers({ ...environment, SNAPSHOT_MEMORY_MB: '256' })
      const what = `${COUNCILS} organisations × ${HOUSEHOLDS.toLocaleString('en-GB')} households × ${MONTHS.length} months`
      return [
        { what: `${what}: snapshots on disk`, measured: megabytes(files), floor: '' },
        { what: 'the same: records with contacts in PostgreSQL', measured: megabytes(records), floor: '' },
        {
          what: `memory of the process with 1 and with ${IN_USE} organisations in use`,
          measured: `${megabytes(rssOfOne)}, ${megabytes(rssOfMany)}`,
          floor: '',
        },
        {
          what: 'first answer of an organisation that was put away, median and longest',
          measured: `${milliseconds(percentile(first, 50))}, ${milliseconds(Math.max(...first))}`,
          floor: '',
        },
      ]
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** @returns bytes of the records */
async function fill(environment: Record<string, string>): Promise<number> {
  const { database, config, close } = await createServices(readConfig(environment))
  const into = { database, dataFolder: config.dataFolder }
  const folder = snapshotsFolder(config.dataFolder)
  const files = await authorityFiles(benchFolder, HOUSEHOLDS)
  for (const month of MONTHS.slice(-2))
    await importSnapshot({
      into,
      organisation: { slug: 'council-1', name: 'Council 1', domain: null },
      month,
      ...files,
    })
  await database.asSystem(async (tx) => {
    const imported = await tx.select().from(snapshots)
    for (let council = 1; council <= COUNCILS; council++) {
      const slug = `council-${council}`
      await tx.insert(organisations).values({ slug, name: slug }).onConflictDoNothing()
      const [row] = await tx.select().from(organisations).where(eq(organisations.slug, slug))
      if (!row) throw new Error('No organisation was made.')
      for (const [index, month] of MONTHS.entries()) {
        const original = imported[index % imported.length]
        if (!original || imported.some((one) => one.organisationId === row.id && one.month === month)) continue
        const fileKey = randomUUID()
        await copyFile(snapshotPath(folder, original.fileKey), snapshotPath(folder, fileKey))
        const { householdCount, wards } = original
        await tx.insert(snapshots).values({ organisationId: row.id, month, fileKey, householdCount, wards })
      }
      await tx.execute(sql`
        insert into contacts (organisation_id, household_reference, first_name, mobile, address_line_1, town, postcode)
        select ${row.id}::uuid, 'BEN-' || lpad(i::text, 8, '0'), 'Edna', '07700 900123', i || ' Harbour Street', 'Ashford', 'ZZ1 1AA'
        from generate_series(1, ${HOUSEHOLDS}::int) as i`)
    }
  })
  const size = await database.executeSql('select pg_database_size(current_database()) as bytes')
  await close()
  return rowsOf(size, z.object({ bytes: z.coerce.number() }))[0]?.bytes ?? 0
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}

/** Opens the services; `ask` answers the map of the nth organisation. */
async function opened(environment: Record<string, string>) {
  const services = await createServices(readConfig(environment))
  const ids = (await services.organisations.list()).map(({ id }) => id)
  const ask = async (council: number) => {
    const organisationId = ids[council] ?? ''
    const actor = { role: 'Viewer' as const, organisationId }
    const person = { ...actor, actor, sessionId: '', userId: '', email: '', campaignsEnabled: false }
    await services.households.map.readWards(person, EVERYONE, new AbortController().signal)
  }
  return { ask, close: () => services.close() }
}

async function memory(environment: Record<string, string>): Promise<{ rssOfOne: number; rssOfMany: number }> {
  const { ask, close } = await opened(environment)
  await ask(0)
  const rssOfOne = process.memoryUsage.rss()
  for (let council = 1; council < IN_USE; council++) await ask(council)
  const rssOfMany = process.memoryUsage.rss()
  await close()
  return { rssOfOne, rssOfMany }
}

/** With memory for fewer than are asked, so that each has to be loaded again. @returns milliseconds */
async function firstAnswers(environment: Record<string, string>): Promise<number[]> {
  const { ask, close } = await opened(environment)
  for (let council = 0; council < IN_USE; council++) await ask(council)
  const answers: number[] = []
  for (let council = 0; council < IN_USE; council++) answers.push((await timed(() => ask(council))).milliseconds)
  await close()
  return answers
}
