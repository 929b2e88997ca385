import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database'
import { openDatabaseInMemory } from '../../db/testing/inMemory'
import { createBasemapsService, type BasemapsService } from '../../modules/households/basemaps/service'
import { createFolderFiles } from '../../modules/platform/files/folder'
import { createAuditService } from '../../modules/organisations/audit/service'
import { createOrganisationsService } from '../../modules/organisations/organisations/service'
import { createPeopleService, type PeopleService } from '../../modules/organisations/people/service'
import { createScratch } from '../../lib/scratch'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './councils'
import { ensureDemo, type DemoDependencies } from './ensureDemo'
import { smallDemo } from './testing/smallDemo'

let small: Awaited<ReturnType<typeof smallDemo>>
let database: Database
beforeAll(async () => {
  small = await smallDemo({ northmere: 150, glanmor: 150 })
  database = await openDatabaseInMemory()
})
afterAll(async () => {
  await database.close()
  await small.remove()
})

let basemaps: BasemapsService
let people: PeopleService
let dataFolder: string

beforeEach(async () => {
  await database.executeSql('truncate organisations, people cascade')
  people = createPeopleService({ database, audit: createAuditService({ database }), demoAccounts: true })
  dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-demo-'))
  const files = createFolderFiles(dataFolder, createScratch(join(dataFolder, 'scratch')))
  basemaps = createBasemapsService({ database, files, pmtilesFile: undefined })
})

afterEach(() => rm(dataFolder, { recursive: true, force: true }))

const ensure = (overrides: Partial<DemoDependencies> = {}, tell?: (line: string) => void): Promise<boolean> =>
  ensureDemo({ database, basemaps, people, config: { dataFolder, demoData: true }, ...overrides }, tell, small.data)

const rows = async (query: string): Promise<unknown[]> => (await database.executeSql(query)).rows
const snapshotsQuery =
  'select o.slug, s.month::text as month from snapshots s join organisations o on o.id = s.organisation_id order by 1, 2'
const sevenMonthsEach = ['glanmor', 'northmere'].flatMap((slug) =>
  [4, 5, 6, 7, 8, 9, 10].map((month) => ({ slug, month: `2026-${String(month).padStart(2, '0')}-01` })),
)

describe('the first start', () => {
  it('makes both councils, their seven months, contacts, basemaps and accounts, and says what it does', async () => {
    const lines: string[] = []
    expect(await ensure({}, (line) => lines.push(line))).toBe(true)

    expect(await rows('select slug, name, campaigns_enabled, is_demo from organisations order by slug')).toEqual([
      { slug: 'glanmor', name: 'Cyngor Glanmor', campaigns_enabled: false, is_demo: true },
      { slug: 'northmere', name: 'Northmere Borough Council', campaigns_enabled: true, is_demo: true },
    ])
    expect(await rows(snapshotsQuery)).toEqual(sevenMonthsEach)
    expect(lines.length).toBeGreaterThan(12)

    const contacts = await rows('select count(*)::integer as contacts from contacts group by organisation_id')
    const latest = await rows("select household_count as contacts from snapshots where month = '2026-10-01'")
    expect(contacts).toEqual(expect.arrayContaining(latest))

    const organisations = createOrganisationsService({
      database,
      audit: createAuditService({ database }),
      demoAccounts: true,
    })
    expect((await organisations.findByDomain('northmere.example')).map(({ slug }) => slug)).toEqual(['northmere'])
    expect((await organisations.findByDomain('glanmor.example')).map(({ slug }) => slug)).toEqual(['glanmor'])
    expect((await organisations.findByDomain('doorstep.example')).map(({ slug }) => slug)).toEqual([
      'glanmor',
      'northmere',
    ])

    for (const { email, council, role } of DEMO_ACCOUNTS) {
      const { id } = (await organisations.findBySlug(council ?? 'glanmor'))!
      expect(await people.admission.findWithPassword(id, email, DEMO_PASSWORD)).toMatchObject({ email, role })
      expect(await people.admission.findWithPassword(id, email, 'another')).toBeUndefined()
      const basemap = JSON.parse(brotliDecompressSync((await basemaps.get(id)).brotli).toString()) as {
        features: unknown[]
      }
      expect(basemap.features.length).toBeGreaterThan(50)
    }

    // The next start leaves everything as it is.
    const before = await rows('select id, imported_at from snapshots order by id')
    const linesOfNext: string[] = []
    expect(await ensure({}, (line) => linesOfNext.push(line))).toBe(true)
    expect(linesOfNext).toEqual([])
    expect(await rows('select id, imported_at from snapshots order by id')).toEqual(before)
  })

  it('makes nothing where demo data are not wanted', async () => {
    expect(await ensure({ config: { dataFolder, demoData: false } })).toBe(false)
    expect(await rows('select 1 from organisations')).toEqual([])
  })

  it('makes nothing beside somebody real', async () => {
    await database.executeSql("insert into organisations (slug, name) values ('trafford', 'Trafford Council')")
    expect(await ensure()).toBe(false)
    expect(await rows('select slug from organisations')).toEqual([{ slug: 'trafford' }])
    expect(await rows('select 1 from people')).toEqual([])
  })
})

describe('the next start', () => {
  it('goes on where a start was broken off in the second council, and with the accounts', async () => {
    let drawn = 0
    const failing = {
      replace: async (...basemap: Parameters<BasemapsService['replace']>) => {
        if (++drawn === 2) throw new Error('The power went.')
        await basemaps.replace(...basemap)
      },
    }
    await expect(ensure({ basemaps: failing })).rejects.toThrow('The power went.')
    expect(await rows(snapshotsQuery)).toHaveLength(7)
    const first = await rows('select id, imported_at from snapshots order by id')

    const forgetful = {
      add: async (person: Parameters<PeopleService['add']>[0]) => {
        if (person.role === 'Viewer') throw new Error('The power went again.')
        await people.add(person)
      },
    }
    await expect(ensure({ people: forgetful })).rejects.toThrow('The power went again.')
    expect(await rows(snapshotsQuery)).toEqual(sevenMonthsEach)
    expect(await rows('select id, imported_at from snapshots order by id')).toEqual(expect.arrayContaining(first))

    expect(await ensure()).toBe(true)
    expect(await rows('select email from people order by email')).toEqual(
      DEMO_ACCOUNTS.map(({ email }) => ({ email })).sort((a, b) => (a.email < b.email ? -1 : 1)),
    )
  })
})
