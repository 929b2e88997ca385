import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { NO_HOUSEHOLD } from '#contract/households/filters'
import type { TemplateValueRow } from '#contract/households/filterTemplates'
import {
  auditEntries,
  calculatorJobs,
  campaigns,
  contacts,
  doNotContactMarks,
  erasures,
  filterTemplates,
  imports,
  organisations,
  printPacks,
  recipients,
  snapshots,
} from '../../src/server/db/schema'
import type { NotifyClient } from '../../src/server/clients/notify'
import { diskFault } from '../../src/server/lib/operator'
import { packHouseholds } from '../../src/server/modules/campaigns/campaigns/frozenList'
import { readWhole } from '../../src/server/modules/platform/files/service'
import { prepareLetters } from '../../src/server/modules/campaigns/letters/prepare'
import { exampleDocument } from '../../src/server/modules/campaigns/letters/testing/documents'
import { exampleHousehold, householdsCsv } from '../../src/server/modules/households/imports/testing/exampleFiles'
import { readStored, unpackRows } from '../../src/server/modules/households/filter-templates/storedRows'
import { createServices } from '../../src/server/services'
import { selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { runCommand } from './harness/command'
import { addContacts, exampleContact } from './harness/contacts'
import { letterTools, postableLetter } from './harness/letters'
import { documentsWith } from './harness/libreOffice'
import { erasuresSettled } from './harness/rights'
import { sendingTools, testClock } from './harness/sending'
import { freshDatabase, type EngineName } from './harness/engines'
import { startFakeS3 } from './harness/s3'
import { engineOfRun, onEachEngine, type TestServer } from './harness/server'
import { tracesOf } from './harness/traces'
import { importHouseholds, importHouseholdsCsv } from './harness/snapshot'

const CANARIES = Array.from({ length: 100 }, (_, index) => String(index).padStart(3, '0'))
const reference = (canary: string) => `CANARY-${canary}`
const OPEN = { pension_credit: 'eligible_not_claiming' }
const nameOfValue = ({ filter_value }: TemplateValueRow) => filter_value.name
const OTHERS = ['Z-1', 'Z-2', 'Z-3']
/** By reference, name and number, however it is written. */
const TRACE = /canary|7700 ?9000\d\d/i

vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
const s3 = await startFakeS3()
const aside = await mkdtemp(join(tmpdir(), 'doorstep-erasure-'))
afterAll(async () => {
  s3.close()
  await rm(aside, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

/** In a folder, where one process has everything; and as several servers share it. */
const PLACES = { embedded: {}, postgresql: { S3_BUCKET: 'doorstep', S3_ENDPOINT: s3.endpoint } }
const tests = (engine: EngineName) => (server: () => TestServer) => {
  const tools = campaignTools(server)
  const { as, add, detail, prepared, move, rowsOf } = tools
  const asSystem: ReturnType<typeof server>['services']['database']['asSystem'] = (work) =>
    server().services.database.asSystem(work)
  const households = [...CANARIES.map(reference), ...OTHERS].map((one) => ({ household_reference: one, ...OPEN }))
  const erase = async (household_reference: string) =>
    (await as('admin')).post('/api/erase-household', { household_reference })
  /** What would be done once more later is done now. */
  const runWaiting = () =>
    server().services.database.executeSql("update pgboss.job set start_after = now() where name = 'erase-households'")
  const settled = () => erasuresSettled(server())

  const traces = (target = server().services) => tracesOf(TRACE, target, s3.objects, server().log)

  beforeAll(async () => {
    await tools.prepareHouseholds()
    for (const month of ['2026-09-01', '2026-10-01']) await importHouseholds(server(), 'ashford', households, month)
    await addContacts(
      server(),
      'ashford',
      [...CANARIES, ...OTHERS].map((one) =>
        CANARIES.includes(one)
          ? exampleContact(reference(one), { firstName: `Canary${one}`, mobile: `07700 900${one}` })
          : exampleContact(one, { mobile: '07700 900999' }),
      ),
    )
  })

  test('leaves no trace of a hundred households in records, files, queue, log and the next backup', async () => {
    const { seed, services } = server()
    const organisationId = seed.ashford.id
    const admin = await as('admin')
    const waiting = await prepared()
    const drawn = await prepared({ hold_out_percentage: 50 })
    await (
      await as('viewer')
    ).post('/api/household-card', {
      household_reference: reference('001'),
      filter_request_list: [],
      dynamic_filter_value_request_list: [],
    })
    await admin.post('/api/do-not-contact', { household_reference: reference('002'), reason: 'objection' })
    await admin.post('/api/do-not-contact', { household_reference: reference('003'), reason: 'wrong_number' })
    await admin.post('/api/subject-access', { household_reference: reference('004'), format: 'json' })
    // Numbers that the contacts no longer have, of a list and of a correction; and one that Z-1 has too.
    for (const number of ['07700 900004', '07700 900005']) {
      await admin.post('/api/do-not-contact', { number, reason: 'wrong_number' })
    }
    const now = (householdReference: string, mobile: string) =>
      asSystem((tx) => tx.update(contacts).set({ mobile }).where(eq(contacts.householdReference, householdReference)))
    await now(reference('004'), '07700 900666')
    await admin.post('/api/correct-contact', {
      household_reference: reference('005'),
      contact: { mobile: '07700 900667' },
    })
    await now(reference('006'), '07700 900999')
    const shared = { organisationId, number: '7700900999', reason: 'wrong_number' as const, markedBy: 'x' }
    await asSystem((tx) => tx.insert(doNotContactMarks).values(shared))
    // A month that was faulty, before another was begun.
    const faulty = {
      organisationId,
      month: '2026-12-01',
      hasContacts: false,
      hasWards: false,
      state: 'faulty' as const,
    }
    await asSystem((tx) =>
      tx.insert(imports).values([
        { ...faulty, outcome: { faults: [{ value: reference('007') }] }, begunAt: new Date('2026-10-01') },
        { ...faulty, state: 'published' },
      ]),
    )
    const [letters] = await asSystem(async (tx) => {
      const filters = {
        dynamic_filter_value_request_list: [
          { filter_name: 'household_references', filter_value_list: [reference('005')] },
        ],
      }
      await tx.insert(filterTemplates).values({
        organisationId,
        ownerId: seed.people.viewer.id,
        name: 'x',
        rows: [reference('006'), 'Z-1'].map((name) => ({
          category_name: 'Household',
          filter_name: 'household_references',
          filter_display_name: 'Household references',
          filter_value: { name, display_name: name },
        })),
      })
      const made = await tx
        .insert(campaigns)
        .values({
          organisationId,
          name: 'Letters',
          benefitName: 'pension_credit',
          channel: 'print_and_post',
          snapshot: '2026-10-01',
          snapshotVersion: 'v',
          status: 'Complete',
          stagger: 0,
          filters,
          createdBy: 'S',
          frozenCount: 1,
          recipientsHash: '',
          numberOfRecipients: 1,
          preparedAt: new Date(),
          runAt: new Date(),
          completedAt: new Date(),
          heldOutHouseholds: await packHouseholds([reference('007')]),
        })
        .returning({ id: campaigns.id })
      await tx.insert(recipients).values({
        campaignId: made[0]?.id ?? 0,
        organisationId,
        householdReference: reference('008'),
        position: 0,
        state: 'delivered',
        destination: '+447700900004',
        sentAt: new Date(),
        personalisation: { first_name: 'Canary' },
      })
      return made
    })
    const letter = `letters/${organisationId}/${letters?.id}/0.pdf`
    await services.files.put(letter, Buffer.from('Dear Canary'), 'application/pdf')
    await admin.post('/api/households-to-calculator', selected({}, { household_references: [reference('009')] }))
    await services.database.executeSql('analyze')
    const before = await traces()
    expect(before.filter((path) => path.includes('parquet'))).toHaveLength(engine === 'embedded' ? 4 : 6)
    await runCommand(services, 'backup', join(aside, `${engine} before`))
    for (const place of [
      'contacts',
      'recipients',
      'campaigns',
      'household_looks',
      'do_not_contact_marks',
      'imports',
      'filter_templates',
      letter,
      'subject-access',
      'job',
      'statistics of publiccontacts',
      'statistics of publichousehold_looks',
    ]) {
      expect(before.join(), place).toContain(place)
    }

    expect((await erase(` ${reference('000').toLowerCase()} `)).statusCode).toBe(200)
    const by = { organisationId, email: 'admin@ashford.example', actor: { role: 'OrganisationAdmin' } }
    // Two administrators, and a backup that is being written.
    const [backup] = await Promise.allSettled([
      runCommand(services, 'backup', join(aside, `${engine} during`)),
      ...[0, 1].map(() => services.householdRights.erasures.erase(by, CANARIES.map(reference))),
    ])
    if (backup.status === 'rejected') expect(String(backup.reason)).toContain('Run the backup again.')
    await settled()
    await vi.waitFor(async () => expect(await services.files.stat(letter)).toBeUndefined())
    expect(await traces()).toEqual([])

    const marked = await asSystem((tx) => tx.select({ number: doNotContactMarks.number }).from(doNotContactMarks))
    expect(marked).toEqual([{ number: '7700900999' }])
    // Or nobody could be written to below.
    await asSystem((tx) => tx.delete(doNotContactMarks))

    // What was counted stays, and the lists can be run.
    expect((await rowsOf(letters?.id ?? 0)).map(({ state, sentAt }) => [state, sentAt !== null])).toEqual([
      ['delivered', true],
    ])
    for (const id of [waiting, drawn]) {
      expect(await rowsOf(id)).toHaveLength(CANARIES.length + OTHERS.length)
      await move('review-campaign', id)
    }
    // It may hold some of the three out.
    await move('cancel-campaign', drawn)
    expect((await move('run-reviewed-campaign', waiting)).json()).toMatchObject({
      started: true,
      number_of_recipients: 3,
    })
    expect((await detail(waiting)).recipients).toMatchObject({ prepared: 3 })
    expect(await tools.audited('erased')).toMatchObject({ subject: 'households', quantity: 100 })
    expect(
      (
        await asSystem((tx) =>
          tx
            .select()
            .from(snapshots)
            .where(and(eq(snapshots.organisationId, organisationId), isNull(snapshots.replacedAt))),
        )
      ).map((one) => one.householdCount),
    ).toEqual([3, 3])
    const rows = await asSystem((tx) => tx.select({ rows: filterTemplates.rows }).from(filterTemplates))
    const names = rows.map((template) => unpackRows(readStored(template.rows)).map(nameOfValue))
    expect(names).toEqual([['Z-1', NO_HOUSEHOLD]])
  })

  test('what was being made meanwhile goes an hour later', async () => {
    const { services, seed } = server()
    await services.files.put(`exports/${seed.ashford.id}/late.csv`, Buffer.from(reference('010')), 'text/csv')
    const stopped = { organisationId: seed.ashford.id, householdCount: 1, state: 'running' as const }
    const [job] = await asSystem((tx) => tx.insert(calculatorJobs).values(stopped).returning({ id: calculatorJobs.id }))
    await services.files.put(`calculator/${job?.id}.csv`, Buffer.from(reference('011')), 'text/csv')
    expect(await traces()).not.toEqual([])
    await runWaiting()
    await settled()
    expect(await traces()).toEqual([])
  })

  test('forgets a household again that a backup brings back, before anybody is answered', async () => {
    for (const moment of ['before', 'during']) {
      const folder = join(aside, `${engine} ${moment}`)
      // It says so where it cannot be finished.
      if (moment === 'during' && !(await stat(folder).catch(() => undefined))) continue
      const dataFolder = await mkdtemp(join(aside, 'data-'))
      const own = server().services.config
      const target = await createServices({ ...own, dataFolder }, await freshDatabase(engine))
      try {
        const ledger = engine === 'embedded' ? ['--forgotten', own.dataFolder] : []
        await runCommand(target, 'restore', folder, ...ledger)
        await target.queue.start()
        expect((await target.snapshots.latest(server().seed.ashford.id)).householdCount).toBe(3)
        expect(
          (await target.database.executeSql("select 1 from contacts where first_name like 'Canary%'")).rows,
        ).toEqual([])
        // Letters go in the background.
        await vi.waitFor(async () => expect(await traces(target)).toEqual([]))
      } finally {
        await target.close()
      }
    }
  })

  test('is noted outside the records when it is answered, though nothing has worked in the background yet', async () => {
    const dataFolder = await mkdtemp(join(aside, 'resting-'))
    const resting = await createServices({ ...server().services.config, dataFolder }, await freshDatabase(engine))
    try {
      await resting.queue.start()
      await resting.queue.rest()
      const [organisation] = await resting.database.asSystem((tx) =>
        tx.insert(organisations).values({ slug: 'ledger', name: 'Ledger' }).returning(),
      )
      const organisationId = organisation?.id ?? ''
      const by = { organisationId, email: 'admin@ledger.example', actor: { role: 'OrganisationAdmin' } } as const
      await resting.householdRights.erasures.erase(by, [reference('013'), reference('014')])
      const noted: string[] = []
      for await (const { key } of resting.files.list(`forgotten/${organisationId}`)) noted.push(key)
      const tombstones = await resting.database.asSystem((tx) =>
        tx.select().from(erasures).where(eq(erasures.organisationId, organisationId)),
      )
      expect(noted).toHaveLength(1 + tombstones.length)
      expect(tombstones).toHaveLength(2)
    } finally {
      await resting.close()
    }
  })

  test('forgets all else where a month’s file did not come back with the records, and the month once it does', async () => {
    const { services, seed } = server()
    const organisationId = seed.ashford.id
    const october = and(
      eq(snapshots.organisationId, organisationId),
      eq(snapshots.month, '2026-10-01'),
      isNull(snapshots.replacedAt),
    )
    const setFile = (fileKey: string) => asSystem((tx) => tx.update(snapshots).set({ fileKey }).where(october))
    const [row] = await asSystem((tx) => tx.select().from(snapshots).where(october))
    const isUnfinished = async () => (await services.files.stat(`forgotten/${organisationId}/unfinished`)) !== undefined
    await asSystem((tx) => tx.delete(erasures).where(eq(erasures.organisationId, organisationId)))
    await addContacts(server(), 'ashford', [exampleContact(reference('012'), { firstName: 'Canary' })])
    const fileKey = crypto.randomUUID()
    await setFile(fileKey)
    const cause = await services.householdRights.erasures.eraseAgain([organisationId]).catch((error: unknown) => error)
    const { message } = diskFault(cause, services.config.dataFolder) ?? {}
    expect(message).toContain('October 2026')
    expect(message).toContain(`snapshots/${fileKey}.parquet`)
    const held = async () =>
      (await asSystem((tx) => tx.select().from(contacts).where(eq(contacts.organisationId, organisationId))))
        .map(({ householdReference }) => householdReference)
        .toSorted()
    expect(await held()).toEqual(OTHERS)
    expect(await isUnfinished()).toBe(true)
    await setFile(row?.fileKey ?? '')
    await asSystem((tx) => tx.delete(erasures).where(eq(erasures.organisationId, organisationId)))
    const entries = async () => (await asSystem((tx) => tx.select().from(auditEntries))).length
    const before = await entries()
    await services.files.remove(`forgotten/${organisationId}/unfinished`)
    // Two servers that start at once: one notes it, and neither answers before all is forgotten.
    await addContacts(server(), 'ashford', [exampleContact(reference('012'), { firstName: 'Canary' })])
    const starts = [0, 1].map(async () => {
      await services.householdRights.erasures.eraseAgain([organisationId])
      return held()
    })
    expect(await Promise.all(starts)).toEqual([OTHERS, OTHERS])
    expect((await entries()) - before).toBe(1)
    expect(await isUnfinished()).toBe(false)
    await runWaiting()
    await settled()
  })

  test('an erasure while its CSV export streams leaves that file whole, and the next one without it', async () => {
    const many = Array.from({ length: 6_000 }, (_, index) => ({ household_reference: `E-${index}` }))
    await importHouseholds(server(), 'ashford', many, '2026-11-01')
    const signedIn = await server().signedIn('viewer')
    const exporting = () =>
      server().app.inject({
        method: 'POST',
        url: '/api/temporary-csv',
        payload: selected(),
        headers: signedIn,
        payloadAsStream: true,
      })
    const lines = async (stream: Readable, begun = '') => {
      const rows = `${begun}${(await readWhole(stream, 1e8)).toString()}`.split('\r\n')
      return [rows.length, rows.some((row) => row.includes('E-5999'))]
    }
    const underWay = (await exporting()).stream()
    const [first] = z.tuple([z.instanceof(Buffer)]).parse(await once(underWay, 'data'))
    underWay.pause()
    expect(String(first)).not.toContain('E-5999')
    expect((await erase('E-5999')).statusCode).toBe(200)
    await settled()
    expect(await lines(underWay, String(first))).toEqual([6_002, true])
    expect(await lines((await exporting()).stream())).toEqual([6_001, false])
  })

  test('keeps an erased household out of the months that come, however it is written and its column is called', async () => {
    const { services, seed } = server()
    const by = { organisationId: seed.ashford.id, email: 'admin@ashford.example', actor: { role: 'OrganisationAdmin' } }
    await services.householdRights.erasures.erase(by, [...CANARIES.map(reference), '0010234', 'AB 12/7', ' q\u200b-5'])
    const spellings = [
      reference('001').toLowerCase(),
      ' CANARY-001',
      'CANARY\u2011002',
      'Canary \u2013 003',
      'CAN\u00adARY-\u200b004\u200e',
      '\ufeffCANARY-005\u00a0',
      'CANARY-\uff10\uff10\uff16',
      '\uff23\uff21\uff2e\uff21\uff32\uff39-007',
      '10234',
      '000 10 234',
      'ab12/7',
      'Q-5',
    ]
    const again = [...spellings, 'Z-1'].map((one) => ({ household_reference: one, ...OPEN }))
    const csv = householdsCsv(again.map((cells, index) => exampleHousehold(index + 1, cells)))
    const renamed = csv.replace('household_reference', 'Household Reference')
    await importHouseholdsCsv(server(), 'ashford', renamed, '2026-11-01')
    const latest = await services.snapshots.latest(seed.ashford.id)
    expect([latest.householdCount, await latest.references([])]).toEqual([1, ['Z-1']])
    // Another organisation's household of the same reference is another household.
    await importHouseholds(server(), 'brynmor', again, '2026-11-01')
    expect((await services.snapshots.latest(seed.brynmor.id)).householdCount).toBe(again.length)
    await settled()
    await importHouseholds(server(), 'ashford', households.slice(-3), '2026-11-01')
  })

  test('an erasure while its message is being sent sends nothing twice, and two at once are one', async () => {
    await asSystem((tx) => tx.delete(campaigns))
    await asSystem((tx) =>
      tx.update(contacts).set({ mobile: '07700 900998' }).where(eq(contacts.householdReference, 'Z-2')),
    )
    const [made] = z.array(z.object({ id: z.number() })).parse((await add({ snapshot: '2026-11-01' })).json())
    const id = made?.id ?? 0
    await vi.waitFor(async () => expect((await detail(id)).phase).toBe('prepared'))
    await move('review-campaign', id)
    await move('run-reviewed-campaign', id)
    const sent: string[] = []
    const client: NotifyClient = {
      sendText: async ({ to }) => {
        sent.push(to)
        await Promise.all([erase('Z-2'), erase('z-2')])
        return { kind: 'accepted', id: crypto.randomUUID() }
      },
      sendLetter: async () => ({ kind: 'keyRefused', words: '' }),
      findByReference: async () => ({ kind: 'absent' }),
      findById: async () => ({ kind: 'absent' }),
      checkTemplate: async () => ({ kind: 'works' }),
    }
    const { sender, sendAll } = sendingTools(server)
    const clock = testClock()
    await sendAll(sender(client, { clock }), { campaignId: id, organisationId: server().seed.ashford.id }, clock)
    expect(sent.filter((to) => to === '+447700900998')).toHaveLength(1)
    expect(await detail(id)).toMatchObject({ status: 'Complete' })
    expect((await rowsOf(id)).map(({ householdReference }) => householdReference)).not.toContain('Z-2')
    await settled()
    expect((await (await as('admin')).post('/api/household-file', { household_reference: 'Z-2' })).statusCode).toBe(404)
  })

  test('an erasure while its letter is being made, or put into the print pack, leaves neither', async () => {
    await asSystem((tx) => tx.delete(campaigns))
    await erase('Z-2')
    const { database, files, letters, genuineLetters } = server().services
    await letters.uploads.add(server().seed.ashford.id, {
      benefit: 'pension_credit',
      language: 'en',
      givenName: 'a.docx',
      bytes: exampleDocument(),
      pdf: Buffer.from('%PDF'),
    })
    const [template] = await letterTools(server).list()
    const letter = { channel_name: 'print_and_post', sms_template_id: null, template_s3_key: template?.id }
    const answer = await add({ snapshot: '2026-11-01', ...letter })
    const id = z.array(z.object({ id: z.number() })).parse(answer.json())[0]?.id ?? 0
    await vi.waitFor(async () => expect((await detail(id)).problem).toMatch(/^LibreOffice is not/))
    const work = { campaignId: id, organisationId: server().seed.ashford.id }
    const made = async () => {
      const [row] = await asSystem((tx) => tx.select().from(printPacks).where(eq(printPacks.campaignId, id)))
      const kept = [0, 1].map((at) => files.stat(`letters/${work.organisationId}/${id}/${at}.pdf`))
      return [row?.letters, ...(await Promise.all(kept)).map((file) => file !== undefined)]
    }
    const page = await postableLetter()
    const meanwhile = ['Z-1', 'Z-3']
    const eraseNext = async () => {
      const next = meanwhile.shift()
      if (next !== undefined) expect((await erase(next)).statusCode).toBe(200)
    }
    const documents = await documentsWith(async () => {
      if (meanwhile.length === 2) await eraseNext()
      return page
    })
    const seen: unknown[] = []
    const put: typeof files.put = async (key, content, type) => {
      const whole = content instanceof Readable ? await readWhole(content, 1e7) : content
      if (key.endsWith('/print-pack.pdf')) {
        seen.push(await made())
        await eraseNext()
      }
      return files.put(key, whole, type)
    }
    const deps = { database, files: { ...files, put }, documents, marks: genuineLetters.marks }
    expect(await prepareLetters(deps, work, async () => false)).toBe('made')
    expect(seen[0]).toEqual([0, false, true])
    await settled()
    await vi.waitFor(async () => expect(await made()).toEqual([0, false, false]))
    expect((await rowsOf(id)).map(({ state, personalisation }) => [state, personalisation])).toEqual([
      ['removed', null],
      ['removed', null],
    ])
    // Its waits together may take as long as a test usually may.
  })
}

onEachEngine(
  'Erasing a household',
  {
    NODE_ENV: 'production',
    SOFFICE_PATH: 'none',
    DOORSTEP_SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
    ...PLACES[engineOfRun],
  },
  tests(engineOfRun),
)
