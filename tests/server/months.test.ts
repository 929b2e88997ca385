import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { beginMonth, type WireFaultGroup } from '../../src/contract/households/imports'
import { auditEntries, contacts } from '../../src/server/db/schema'
import {
  contactsCsv,
  EXAMPLE_WARDS,
  exampleHousehold,
  exampleWardFeature,
  householdsCsv,
  wardsGeoJson,
  type HouseholdCells,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { callAs } from './harness/caller'
import { addCouncil, monthTools } from './harness/months'
import { erasuresSettled } from './harness/rights'
import { notRepeated, onEachEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'
import { forgetRules } from './needToKnowAnswers'

/* Months that administrators hand over: what is checked, what people see of it, and that nothing else changes. */

onEachEngine('Handing over a month', {}, (server) => {
  let admin: Awaited<ReturnType<typeof callAs>>
  beforeAll(async () => {
    admin = await callAs(server(), 'admin')
    const cells = [{ heating: 'gas' }, { heating: 'gas' }, { heating: 'oil' }]
    await importHouseholds(server(), 'ashford', cells, '2026-09-01')
  })

  const csv = (rows: readonly Partial<HouseholdCells>[], from = 1) =>
    householdsCsv(rows.map((cells, index) => exampleHousehold(index + from, cells)))
  const { months, put, upload, act, settled, handOver: check } = monthTools(server, 'admin')
  const filesOf = async () => {
    const names = await readdir(join(server().services.config.dataFolder, 'files', 'months'), {
      recursive: true,
    }).catch(() => [])
    return names.filter((name) => /[a-z]$/.test(name) && name.split('/').length === 3)
  }
  /** They go once their month is closed. */
  const filesAreGone = () => vi.waitFor(async () => expect(await filesOf()).toEqual([]))
  test('shows what would change, changes nothing before it is published, and then all of it', async () => {
    const households = csv([{ heating: 'gas', savings: '900' }, { heating: 'oil' }, { heating: 'oil' }], 2)
    const contactRow = 'EX-000002,Ms,Ada,Lord,1 High Street,,Ashford,ZZ1 1AA,07700900123,en,false'
    const ready = await check({ households, contacts: contactsCsv(contactRow) })
    expect(ready).toMatchObject({
      state: 'ready',
      faults: [],
      preview: {
        compared_with: '2026-09-01',
        household_count: 3,
        contact_count: 1,
        households_in: 1,
        households_out: 1,
      },
    })
    expect(ready.preview?.shifts).toContainEqual({
      column: 'heating',
      measure: 'share',
      value: 'oil',
      before: 1 / 3,
      after: 2 / 3,
    })
    const shifted = async () => (await months()).handover?.preview?.shifts.map(({ column }) => column)
    const hide = async (hidden_groups: string[]) => {
      await forgetRules(server())
      const rule = { role: 'OrganisationAdmin', may_export: true, hidden_groups }
      return admin.post('/api/set-access-rules', { roles: [rule], purposes: [] })
    }
    expect(await shifted()).toContain('savings')
    await hide(['money'])
    expect(await shifted()).toEqual(expect.not.arrayContaining(['savings']))
    await hide([])
    expect((await admin.get('/api/latest-snapshot')).json()).toMatchObject({ snapshot: '2026-09-01' })

    const again = await admin.post('/api/begin-month', { month: '2026-11-01', households: 10 })
    expect(again.json()).toMatchObject({ detail: 'A month is being handed over already. Publish or discard it first.' })

    expect((await act('publish', ready.id)).statusCode).toBe(200)
    expect(await settled()).toMatchObject({ state: 'published', preview: null })
    expect((await admin.get('/api/latest-snapshot')).json()).toMatchObject({ snapshot: '2026-10-01' })
    expect((await months()).months.map(({ month, household_count: count }) => [month, count])).toEqual([
      ['2026-10-01', 3],
      ['2026-09-01', 3],
    ])
    const { database } = server().services
    expect(await database.asSystem((tx) => tx.select().from(contacts))).toMatchObject([{ firstName: 'Ada' }])
    await filesAreGone()
    const audited = (await database.asSystem((tx) => tx.select().from(auditEntries))).map(({ action }) => action)
    expect(audited).toEqual(expect.arrayContaining(['month_checked', 'month_published']))

    expect((await act('publish', ready.id)).statusCode).toBe(409)
    expect((await act('discard', ready.id)).statusCode).toBe(409)
  })

  notRepeated(() => {
    test('takes the local authority beside wards that name none, in the first month', async () => {
      const { handOver, act: actThere, settled: settledThere } = monthTools(server, await addCouncil(server(), 'first'))
      const files = {
        households: csv([{}]),
        wards: wardsGeoJson().replaceAll('local_authority_', 'other_'),
      }
      const faulty = await handOver(files)
      expect(faulty.faults.map(({ kind }) => kind)).toEqual(['bad ward'])
      await actThere('discard', faulty.id)
      const { id, state } = await handOver({ ...files, localAuthority: { code: 'E07999999', name: 'Exampleshire' } })
      expect(state).toBe('ready')
      await actThere('publish', id)
      expect((await settledThere()).state).toBe('published')
    })

    test('is published with nearly all references new only where that is accepted', async () => {
      const { id, preview } = await check({ households: csv([{}, {}], 50) }, '2026-11-01')
      expect(preview?.losses).toEqual([
        expect.stringContaining('2 of 2 households have a reference that the month before'),
      ])
      expect((await act('publish', id)).statusCode).toBe(409)
      expect((await months()).handover?.state).toBe('ready')
      expect((await admin.post('/api/publish-month', { id, accepts_losses: true })).statusCode).toBe(200)
      expect(await settled()).toMatchObject({ state: 'published' })
    })

    test('counts an erased household neither as new nor as a contact', async () => {
      await importHouseholds(server(), 'ashford', [{}, {}, {}], '2026-11-01')
      const [{ month: before } = { month: '' }] = (await months()).months
      await admin.post('/api/erase-household', { household_reference: 'EX-000003' })
      await erasuresSettled(server())
      const contact = (reference: string) => `${reference},Ms,Ada,Lord,1 High Street,,Ashford,ZZ1 1AA,,en,false`
      const files = {
        households: csv([{}, {}, {}, {}]),
        contacts: contactsCsv(contact('EX-000003'), contact('EX-000004')),
      }
      const { id, preview } = await check(files, '2026-12-01')
      expect(preview).toMatchObject({
        compared_with: before,
        household_count: 3,
        contact_count: 1,
        households_in: 1,
        households_out: 0,
      })
      await act('publish', id)
      expect(await settled()).toMatchObject({ state: 'published' })
      expect((await months()).months[0]).toMatchObject({ month: '2026-12-01', household_count: 3 })
    })

    test('reports faults, and keeps nothing of bad files', async () => {
      const before = (await months()).months
      const faulty = await check({ households: csv([{ heating: 'coal' }, { heating: 'coal' }]) })
      expect(faulty.state).toBe('faulty')
      expect(faulty.faults).toMatchObject([
        { kind: 'bad value', count: 2, listed: [{ file: 'households', row: 2, column: 'heating', value: 'coal' }, {}] },
      ])
      expect((await act('publish', faulty.id)).statusCode).toBe(409)

      const nonsense = await check({ households: 'PAR1nonsense', wards: 'nonsense' })
      expect(nonsense.faults.map(({ kind }) => kind)).toContain('unreadable file')
      expect((await months()).months).toEqual(before)
      await filesAreGone()
    })

    test('shows a role no value or place of a hidden column in faults and warnings', async () => {
      const hide = async (hidden_groups: string[]) => {
        await forgetRules(server())
        const rule = { role: 'OrganisationAdmin', may_export: true, hidden_groups }
        await admin.post('/api/set-access-rules', { roles: [rule], purposes: [] })
      }
      const reported = async () => (await months()).handover
      // Of a heating and of savings, and a likely Attendance Allowance under pension age.
      const contradicting = { attendance_allowance: 'likely_eligible', age_of_head: '40', pension_age: 'false' }
      await check({ households: csv([{ heating: 'coal' }, { savings: 'lots' }, contradicting]) })
      const columns = (groups: readonly WireFaultGroup[] = []) =>
        groups.map(({ kind, count, listed }) => [kind, count, listed.map(({ column }) => column)])
      const [bad, contradictions] = [
        ['bad value', 2, ['heating', 'savings']],
        ['contradiction', 1, ['age_of_head']],
      ]
      expect(columns((await reported())?.faults)).toEqual([bad])
      expect(columns((await reported())?.warnings)).toEqual([contradictions])
      await hide(['money'])
      expect(columns((await reported())?.faults)).toEqual([['bad value', 2, ['heating']]])
      expect(JSON.stringify(await reported())).not.toContain('lots')
      expect(columns((await reported())?.warnings)).toEqual([contradictions])
      // It is listed by the age, and tells of the benefit.
      await hide(['health'])
      expect(columns((await reported())?.faults)).toEqual([bad])
      expect((await reported())?.warnings).toEqual([])
      await hide([])
    })

    test('takes wards drawn as finely as a real council’s', async () => {
      const wards = wardsGeoJson(EXAMPLE_WARDS, 4_000)
      const ready = await check({ households: csv([{}, {}]), wards })
      expect(ready).toMatchObject({ state: 'ready', faults: [], preview: { household_count: 2 } })
      await act('discard', ready.id)
    })

    test('takes wards of the whole country, gzipped, and says what it made of them', async () => {
      const { features } = z.object({ features: z.array(z.unknown()) }).parse(JSON.parse(wardsGeoJson()))
      const properties = { WD25CD: 'E05999002', WD25NM: 'Mill & Bridge', LAD25CD: 'E07999999', LAD25NM: 'Exampleshire' }
      const bowTie = [[-1.46, 54], [-1.45, 54.01], [-1.45, 54], [-1.46, 54.01], [-1.46, 54]] // prettier-ignore
      const part = { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [bowTie] } }
      const far = Array.from({ length: 2_500 }, (_, index) =>
        exampleWardFeature({ west: -6, south: 50 }, { ...properties, WD25CD: `E06${String(index)}` }),
      )
      const wards = gzipSync(JSON.stringify({ type: 'FeatureCollection', features: [...features, part, ...far] }))
      const stray = { longitude: '-1.4', latitude: '54' }
      const ready = await check({ households: csv([{}, {}, {}, stray]), wards })
      expect(ready).toMatchObject({ state: 'ready', preview: { ward_count: 2 } })
      expect(ready.warnings.map(({ kind, count }) => [kind, count])).toEqual([
        ['doubtful ward', 1],
        ['ward without households', 2_500],
        ['household outside its ward', 1],
      ])
      await act('discard', ready.id)
    })

    test('is given up at any time before, and its files with it', async () => {
      const id = await upload({ households: csv([{}]) })
      expect(await filesOf()).not.toEqual([])
      expect((await act('discard', id)).json()).toMatchObject({ handover: { state: 'discarded' } })
      await filesAreGone()
      expect((await act('check', id)).statusCode).toBe(409)
    })

    test('waits until all files have arrived', async () => {
      const begun = beginMonth.reply.parse(
        (await admin.post('/api/begin-month', { month: '2026-10-01', households: 10 })).json(),
      )
      expect((await act('check', begun.id)).json()).toMatchObject({
        detail: 'Not all of the files have arrived. Upload them again.',
      })
      expect((await put(begun.addresses.households, 'longer than ten bytes')).statusCode).toBe(413)
      await act('discard', begun.id)
    })

    test('is each organisation’s own, and the first needs wards', async () => {
      const other = await callAs(server(), 'other')
      const id = await upload({ households: csv([{}]) })
      for (const what of ['check', 'publish', 'discard'])
        expect((await other.post(`/api/${what}-month`, { id })).statusCode).toBe(404)
      expect((await other.get('/api/months')).json()).toEqual({
        months: [],
        bring_back: null,
        is_demo: false,
        handover: null,
      })
      await act('discard', id)

      const first = { month: '2026-10-01', households: 10 }
      expect((await other.post('/api/begin-month', first)).json()).toMatchObject({
        fields: { wards: 'The first month needs a file of wards too.' },
      })
      const wards = Buffer.byteLength(wardsGeoJson())
      expect((await other.post('/api/begin-month', { ...first, wards })).statusCode).toBe(200)
    })
  })
})
