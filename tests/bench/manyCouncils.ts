import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import { getFilterFacets } from '#contract/households/filters'
import { streetviewHouseholdData, streetviewWardData } from '#contract/households/map'
import { readConfig } from '../../src/server/config'
import { parseRows } from '../../src/server/db/rows'
import { organisations, people, snapshots } from '../../src/server/db/schema'
import { importSnapshot } from '../../src/server/modules/households/imports/importSnapshot'
import { createServices } from '../../src/server/services'
import { freePort } from '../server/harness/freePort'
import { startPostgres } from '../server/harness/postgres'
import { startFakeS3, type FakeS3 } from '../server/harness/s3'
import type { Bench, Figure } from './bench'
import { megabytes, milliseconds, percentile, timed } from './bench'
import { createBuiltServer, requireBuilt } from './builtServers'
import { authorityContacts, authorityFiles } from './data'
import { benchFolder, CHANGES } from './doorstep'
import { at, callerOf, type Call } from './loadedCouncil'

/** Each more or fewer by its variable. */
const COUNCILS = Number(process.env.DOORSTEP_BENCH_COUNCILS ?? 35)
const HOUSEHOLDS = Number(process.env.DOORSTEP_BENCH_HOUSEHOLDS ?? 80_000)
const PEOPLE = Number(process.env.DOORSTEP_BENCH_PEOPLE ?? 50)
const FOR_MS = Number(process.env.DOORSTEP_BENCH_MS ?? 60_000)
const EVERY_MS = 2_000
const SERVERS = [1, 2]
const MONTHS = Array.from({ length: 24 }, (_, index) =>
  new Date(Date.UTC(2024, 10 + index, 1)).toISOString().slice(0, 10),
)

/**
 * Organisations of two years on PostgreSQL and S3 with two servers: two months imported, the others copies of their files
 * and rows. Everybody's first answer, then 50 people of all of them who change filters.
 */
export const manyCouncils: Bench = {
  name: 'many-councils',
  async run() {
    requireBuilt()
    const folder = join(benchFolder, 'many-councils')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const { url, server } = await startPostgres(join(folder, 'postgres'))
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' })
    const s3 = await startFakeS3()
    const settings = {
      DATABASE_URL: `${url}/postgres`,
      S3_BUCKET: 'doorstep',
      S3_ENDPOINT: s3.endpoint,
      SOFFICE_PATH: 'none',
      DOORSTEP_DEMO: '0',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
    }
    const servers = await Promise.all(
      SERVERS.map(async (number) => {
        const [port, metricsPort] = [await freePort(), await freePort()]
        const origin = `http://127.0.0.1:${port}`
        const own = { DOORSTEP_DATA: join(folder, String(number)), PORT: String(port), DOORSTEP_URL: origin }
        await mkdir(own.DOORSTEP_DATA)
        const built = createBuiltServer({ ...settings, ...own, DOORSTEP_METRICS_PORT: String(metricsPort) })
        return { ...built, call: callerOf(origin), use: () => readUse(metricsPort) }
      }),
    )
    try {
      const { sessions, records } = await fill({ ...settings, DOORSTEP_DATA: join(folder, 'import') }, s3)
      for (const { start } of servers) start()
      while (servers.some(({ isReady }) => !isReady())) await sleep(100)
      const atRest = await Promise.all(servers.map(({ use }) => use()))
      const first: number[] = []
      for (const session of sessions) {
        for (const { call } of servers) first.push((await timed(() => changeFilter(call, session, 0))).milliseconds)
      }
      const before = await Promise.all(servers.map(({ use }) => use()))
      const { took, failed } = await watchPeople(
        servers.map(({ call }) => call),
        sessions,
      )
      const after = await Promise.all(servers.map(({ use }) => use()))
      const spent = after.reduce((sum, { cpu }, index) => sum + cpu - (before[index]?.cpu ?? 0), 0) * 1_000
      const files = [...s3.objects.values()].reduce((sum, { content }) => sum + content.length, 0)
      const memory = (uses: readonly Use[]) => uses.map(({ rss }) => megabytes(rss)).join(' and ')
      return figuresOf(files, records, first, { took, failed }, [
        { what: 'memory of each server at its start', measured: memory(atRest), floor: '' },
        { what: 'the same, all organisations in use, before the minute', measured: memory(before), floor: '' },
        { what: 'the same, after it', measured: memory(after), floor: '' },
        { what: 'processor time of a change', measured: milliseconds(spent / took.length), floor: '' },
      ])
    } finally {
      await Promise.all(servers.map((server) => server.end()))
      s3.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** @returns a session of each organisation, and bytes of the records */
async function fill(environment: Record<string, string>, s3: FakeS3): Promise<{ sessions: string[]; records: number }> {
  await mkdir(environment.DOORSTEP_DATA ?? '')
  const services = await createServices(readConfig(environment))
  const { database, config, snapshotStore } = services
  const files = await authorityFiles(benchFolder, HOUSEHOLDS)
  const contactsFile = await authorityContacts(benchFolder, HOUSEHOLDS)
  for (const month of MONTHS.slice(-2))
    await importSnapshot({
      into: { database, dataFolder: config.dataFolder, store: snapshotStore },
      organisation: { slug: 'council-1', name: 'Council 1', domain: null },
      month,
      ...files,
      contactsFile,
    })
  const sessions: string[] = []
  for (let council = 1; council <= COUNCILS; council++) {
    const { organisationId, personId } = await addCouncil(services, `council-${council}`, s3)
    sessions.push((await services.sessions.begin({ personId, organisationId })).id)
  }
  await database.executeSql('vacuum analyze')
  const size = await database.executeSql('select pg_database_size(current_database()) as bytes')
  await services.close()
  return { sessions, records: parseRows(size, z.object({ bytes: z.coerce.number() }))[0]?.bytes ?? 0 }
}

/** With the months and contacts of the first one, and a person. */
const addCouncil = (services: Awaited<ReturnType<typeof createServices>>, slug: string, s3: FakeS3) =>
  services.database.asSystem(async (tx) => {
    const idOf = async (of: string) => (await tx.select().from(organisations).where(eq(organisations.slug, of)))[0]?.id
    await tx.insert(organisations).values({ slug, name: slug }).onConflictDoNothing()
    const [organisationId, model] = [await idOf(slug), await idOf('council-1')]
    if (!organisationId || !model) throw new Error('No organisation was made.')
    const imported = await tx.select().from(snapshots).where(eq(snapshots.organisationId, model))
    const originals = imported.filter(({ month }) => MONTHS.slice(-2).includes(month))
    for (const [index, month] of MONTHS.entries()) {
      const original = originals[index % originals.length]
      if (!original || (organisationId === model && originals.some((one) => one.month === month))) continue
      const fileKey = randomUUID()
      const objectOf = (key: string) => `/doorstep/snapshots/${key}.parquet`
      const stored = s3.objects.get(objectOf(original.fileKey))
      if (!stored) throw new Error('The import left no file in the bucket.')
      s3.objects.set(objectOf(fileKey), stored)
      const { fileDigest, householdCount, wards } = original
      await tx.insert(snapshots).values({ organisationId, month, fileKey, fileDigest, householdCount, wards })
    }
    if (organisationId !== model) {
      const columns = sql.raw(
        'household_reference, title, first_name, last_name, address_line_1, address_line_2, town, postcode, mobile, preferred_language, do_not_contact',
      )
      for (const table of [sql.raw('contacts'), sql.raw('contacts_before')])
        await tx.execute(
          sql`insert into ${table} (organisation_id, ${columns})
              select ${organisationId}::uuid, ${columns} from ${table} where organisation_id = ${model}`,
        )
    }
    const person = { email: `viewer@${slug}.example`, organisationId, role: 'Viewer' as const }
    const [added] = await tx.insert(people).values(person).returning()
    if (!added) throw new Error('No person was made.')
    return { organisationId, personId: added.id }
  })

interface Use {
  /** Bytes. */
  readonly rss: number
  /** Seconds. */
  readonly cpu: number
}

async function readUse(port: number): Promise<Use> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return { rss: valueOf('process_resident_memory_bytes'), cpu: valueOf('process_cpu_seconds_total') }
}

/** A change of a filter, as the page asks for it: the map, wards or households in turn, and the counts of all filters. */
async function changeFilter(call: Call, session: string, change: number): Promise<void> {
  const body = CHANGES[change % CHANGES.length] ?? {}
  const map = change % 2 ? at(streetviewWardData) : { ...at(streetviewHouseholdData), accept: ARROW_MEDIA_TYPE }
  await Promise.all([
    call({ session, body, ...map }),
    call({ session, body, ...at(getFilterFacets), accept: ARROW_MEDIA_TYPE }),
  ])
}

async function watchPeople(calls: readonly Call[], sessions: readonly string[]) {
  const took: number[] = []
  const failed: string[] = []
  const end = performance.now() + FOR_MS
  await Promise.all(
    Array.from({ length: PEOPLE }, async (_, person) => {
      await sleep((person / PEOPLE) * EVERY_MS)
      for (let change = person; performance.now() < end; change++) {
        const [call, session] = [calls[change % calls.length], sessions[person % sessions.length]]
        const start = performance.now()
        try {
          if (call && session) await changeFilter(call, session, change)
          took.push(performance.now() - start)
        } catch (error) {
          failed.push(String(error))
        }
        await sleep(Math.max(0, EVERY_MS - (performance.now() - start)))
      }
    }),
  )
  return { took, failed }
}

function figuresOf(
  files: number,
  records: number,
  first: readonly number[],
  { took, failed }: { took: readonly number[]; failed: readonly string[] },
  use: readonly Figure[],
): Figure[] {
  const what = `${COUNCILS} organisations × ${HOUSEHOLDS.toLocaleString('en-GB')} households × ${MONTHS.length} months on two servers`
  return [
    { what: `${what}: months in the bucket`, measured: megabytes(files), floor: '' },
    {
      what: 'records in PostgreSQL, with contacts and those of the month before',
      measured: megabytes(records),
      floor: '',
    },
    {
      what: 'first answer about each organisation, from the bucket: p50 / p95 / slowest',
      measured: [50, 95, 100].map((percent) => milliseconds(percentile(first, percent))).join(' / '),
      floor: '',
    },
    {
      what: `${PEOPLE} people who change a filter every 2 s for ${FOR_MS / 1_000} s: failed`,
      measured: `${failed.length} of ${took.length + failed.length}${failed[0] ? ` (${failed[0]})` : ''}`,
      floor: '0',
      holds: failed.length === 0,
    },
    {
      what: 'the same: p50 / p95 / slowest',
      measured: [50, 95, 100].map((percent) => milliseconds(percentile(took, percent))).join(' / '),
      floor: '',
    },
    ...use,
  ]
}
