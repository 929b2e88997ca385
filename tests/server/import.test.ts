import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { importCommand } from '../../src/server/cli/commands/import'
import { auditEntries, contacts, organisations, snapshots } from '../../src/server/db/schema'
import {
  contactsCsv,
  exampleHousehold,
  exampleHouseholds,
  householdsCsv,
  wardsGeoJson,
  writeExample,
  type HouseholdCells,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { onEachEngine } from './harness/server'

onEachEngine('The import command beside a running server', {}, (server) => {
  let folder: string
  let printed: string[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'doorstep-handed-over-'))
    printed = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
    vi.spyOn(console, 'error').mockImplementation((line = '') => void printed.push(String(line)))
    await server().services.database.asSystem((tx) => tx.delete(snapshots))
    return () => rm(folder, { recursive: true })
  })

  /** `import` for Ashford's October, with what the words change. */
  async function run(households: readonly HouseholdCells[], ...words: string[]): Promise<void> {
    const program = new Command().exitOverride().configureOutput({ writeErr: (text) => void printed.push(text) })
    importCommand(program, (work) => work(server().services))
    const wards = await writeExample(join(folder, 'wards.geojson'), wardsGeoJson())
    const file = await writeExample(join(folder, 'households.csv'), householdsCsv(households))
    const ours = ['--organisation', 'ashford', '--name', 'Ashford Council', '--domain', 'ashford.example']
    const october = ['--snapshot', '2026-10-01', '--wards', wards, '--households', file]
    await program.parseAsync(['import', ...ours, ...october, ...words], { from: 'user' })
  }

  const get = async (url: string, person: 'admin' | 'other') =>
    server().app.inject({ url, headers: await server().signedIn(person) })

  test('says what it did, and the server answers with the new month from then on', async () => {
    expect((await get('/api/latest-snapshot', 'admin')).statusCode).toBe(404)
    await run(exampleHouseholds(3))
    expect(printed).toContain('Imported October 2026 for Ashford Council: 3 households in 2 wards.')
    const october = await get('/api/latest-snapshot', 'admin')
    expect(october.json()).toEqual({ snapshot: '2026-10-01', formatted_snapshot: 'October 2026', earlier_months: [] })
    await run(exampleHouseholds(4), '--snapshot', '2026-11-30')
    const november = await get('/api/latest-snapshot', 'admin')
    expect(november.json()).toEqual({
      snapshot: '2026-11-01',
      formatted_snapshot: 'November 2026',
      earlier_months: ['2026-10-01'],
    })
    const latest = await server().services.snapshots.latest(server().seed.ashford.id)
    expect(latest.householdCount).toBe(4)
    const recorded = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'month_published')).orderBy(auditEntries.id),
    )
    expect(recorded.slice(-2)).toMatchObject([
      { actorEmail: 'command line', subject: '2026-10-01', quantity: 3 },
      { actorEmail: 'command line', subject: '2026-11-01', quantity: 4 },
    ])
  })

  test('shows a snapshot to its own organisation only, and to nobody who is not signed in', async () => {
    await run(exampleHouseholds(3))
    const other = await get('/api/latest-snapshot', 'other')
    expect([other.statusCode, other.json()]).toMatchObject([
      404,
      { detail: 'No month has been published yet. Administrators publish one in Settings, under Data.' },
    ])
    expect((await server().app.inject({ url: '/api/latest-snapshot' })).statusCode).toBe(401)
  })

  test('prints every fault, fails with one sentence and changes nothing', async () => {
    await run(exampleHouseholds(3))
    const before = await server().services.snapshots.latest(server().seed.ashford.id)
    const faulty = [exampleHousehold(1, { heating: 'coal' }), exampleHousehold(2, { savings: '' })]
    await expect(run(faulty)).rejects.toThrow('The files have 2 faults. Nothing was imported.')
    const lines = printed.join('\n')
    expect(lines).toContain('households.csv, row 2, heating: "coal"; expected one of gas, electric, oil, other, none')
    expect(lines).toContain('households.csv, row 3, savings: empty; expected pounds')
    const after = await server().services.snapshots.latest(server().seed.ashford.id)
    expect(after.version).toBe(before.version)
  })

  test('needs name and domain for an organisation that is new, and for no other', async () => {
    const program = (...words: string[]) => {
      const command = new Command().exitOverride()
      importCommand(command, (work) => work(server().services))
      return command.parseAsync(['import', '--snapshot', '2026-12-01', ...words], { from: 'user' })
    }
    const wards = ['--wards', await writeExample(join(folder, 'wards.geojson'), wardsGeoJson())]
    const csv = await writeExample(join(folder, 'households.csv'), householdsCsv(exampleHouseholds(2)))
    const files = [...wards, '--households', csv]
    await program('--organisation', 'ashford', ...files)
    expect(printed).toContain('Imported December 2026 for Ashford Council: 2 households in 2 wards.')
    await expect(program('--organisation', 'ashfrod', ...files)).rejects.toThrow(
      'There is no organisation called ashfrod. Give --name and --domain to make it.',
    )
  })

  test('wards that name no local authority have that of the month before', async () => {
    const wards = await writeExample(
      join(folder, 'ons.geojson'),
      wardsGeoJson().replaceAll('local_authority_', 'other_'),
    )
    const asOns = (month: string, ...words: string[]) =>
      run(exampleHouseholds(2), '--wards', wards, '--snapshot', month, ...words)
    await expect(asOns('2026-10-01')).rejects.toThrow()
    await asOns('2026-10-01', '--local-authority', 'E07999998', 'Shire')
    await asOns('2026-11-01')
    const { wards: read } = await server().services.snapshots.latest(server().seed.ashford.id)
    expect(new Set(read.map(({ localAuthorityCode }) => localAuthorityCode))).toEqual(new Set(['E07999998']))
  })

  test('makes an organisation that is new, its domain too', async () => {
    await run(exampleHouseholds(2), '--organisation', 'newby', '--name', 'Newby Council', '--domain', 'newby.example')
    expect(printed).toContain('Newby Council (newby) is a new organisation.')
    expect(printed.at(-1)).toContain('campaigns enable newby')
    const found = await server().services.organisations.findByDomain('newby.example')
    expect(found).toEqual([{ slug: 'newby', name: 'Newby Council' }])
    await server().services.database.asSystem((tx) => tx.delete(organisations).where(sql`slug = 'newby'`))
  })

  test('takes thousands of contacts, each as it is written, for its organisation alone', async () => {
    const many = exampleHouseholds(6_000)
    const lines = many.map(({ household_reference: reference }, index) =>
      index === 0
        ? `${reference},Ms,Null,"O'Neill, {née} ""Ŵyn""\\",1 High Street,,Town,ZE9 1AA,07700 900123,cy,true`
        : `${reference},,First,Last,1 High Street,,Town,ZE9 1AA,,en,false`,
    )
    await run(many, '--contacts', await writeExample(join(folder, 'contacts.csv'), contactsCsv(...lines)))
    expect(printed).toContain('Contacts were replaced: there are 6,000 now.')
    const { database } = server().services
    const all = (organisationId: string) =>
      database.forOrganisation(organisationId, (tx) => tx.select().from(contacts).orderBy(contacts.householdReference))
    const [first, ...others] = await all(server().seed.ashford.id)
    expect(first).toMatchObject({ lastName: 'O\'Neill, {née} "Ŵyn"\\', firstName: 'Null', doNotContact: true })
    expect(others).toHaveLength(5_999)
    expect(await all(server().seed.brynmor.id)).toEqual([])
  })

  test.each<[string, string[], RegExp]>([
    ['a day that is none', ['--snapshot', '2026-02-30'], /not a date/],
    ['a month of the future', ['--snapshot', '2062-10-01'], /October 2062 lies in the future/],
    ['a month long gone', ['--snapshot', '1926-10-01'], /October 1926 lies before January 2000/],
    ['a slug with a path in it', ['--organisation', '../ashford'], /lower-case letters/],
    ['a domain that is none', ['--domain', 'a@@b'], /e-mail domain/],
    ['half a local authority', ['--local-authority', 'E07'], /its code and its name/],
  ])('refuses %s before it reads anything', async (_, words, expected) => {
    await expect(run(exampleHouseholds(1), ...words)).rejects.toThrow(expected)
    const rows = await server().services.database.asSystem((tx) => tx.select({ id: snapshots.id }).from(snapshots))
    expect(rows).toEqual([])
  })
})
