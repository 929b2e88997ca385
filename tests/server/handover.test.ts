import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { beginHandover, getHandover, makeMonthToken } from '../../src/contract/households/monthTokens'
import type { ImportState, MonthFile } from '../../src/contract/households/imports'
import { auditEntries, monthTokens } from '../../src/server/db/schema'
import {
  contactsCsv,
  exampleHousehold,
  householdsCsv,
  type HouseholdCells,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { callAs } from './harness/caller'
import { endpoints } from './harness/endpoints'
import { monthTools } from './harness/months'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* Months that a data team's job hands over with a token (docs/product.md#months-from-a-job). */

const SCRIPT = join(import.meta.dirname, '../../docs/hand-over-month.sh')

/** What a program that ends otherwise than with 0 leaves. */
const failedSchema = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() })

const CONTACT = 'EX-000001,Ms,Ada,Lord,1 High Street,,Ashford,ZZ1 1AA,07700900123,en,false'

/** Less often than is allowed in a minute. */
const ASKED = { interval: 500 }

onEngine('embedded', 'Handing over a month with a token', {}, (server) => {
  const inSettings = monthTools(server, 'admin')
  const households = (rows: readonly Partial<HouseholdCells>[]) =>
    householdsCsv(rows.map((cells, index) => exampleHousehold(index + 1, cells)))
  const SOUND = households([{}, {}, {}])

  const post = async (path: string, body: object, who: 'admin' | 'other' = 'admin') => {
    const answer = await (await callAs(server(), who)).post(path, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
  }
  const makeToken = async (name = 'Nightly job', who: 'admin' | 'other' = 'admin') =>
    makeMonthToken.reply.parse((await post('/api/make-month-token', { name, days: 90 }, who)).json())
  const publishByItself = (publishes_by_itself: boolean) => post('/api/set-month-publishing', { publishes_by_itself })
  const audited = async () => {
    const { database } = server().services
    const entries = await database.asSystem((tx) => tx.select().from(auditEntries).orderBy(auditEntries.id))
    return entries.map(({ actorEmail, actorRole, action, subject }) => [actorEmail, actorRole, action, subject])
  }

  /** The three calls, as a job makes them: without a cookie. */
  const withToken = (token: string, also: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...also }
    const begin = (files: Partial<Record<MonthFile, string>>, month: string) => {
      const sizes = Object.entries(files).map(([name, content]) => [name, Buffer.byteLength(content)] as const)
      const payload = { month, ...Object.fromEntries<number>(sizes) }
      return server().app.inject({ method: 'POST', url: '/api/handover', headers, payload })
    }
    const put = (id: string, file: string, payload: string | Readable) =>
      server().app.inject({ method: 'PUT', url: `/api/handover?id=${id}&file=${file}`, headers, payload })
    const read = (id: string, accept = '*/*') =>
      server().app.inject({ url: `/api/handover?id=${id}`, headers: { ...headers, accept } })
    const settled = (id: string) =>
      vi.waitFor(async () => {
        const handover = getHandover.reply.parse((await read(id)).json())
        const moving: readonly ImportState[] = ['checking', 'publishing']
        if (moving.includes(handover.state)) throw new Error(`It is still ${handover.state}.`)
        return handover
      }, ASKED)
    const handOver = async (files: Partial<Record<MonthFile, string>>, month: string) => {
      const begun = await begin(files, month)
      expect(begun.statusCode, begun.body).toBe(200)
      const { id } = beginHandover.reply.parse(begun.json())
      for (const [name, content] of Object.entries(files)) expect((await put(id, name, content)).statusCode).toBe(204)
      return settled(id)
    }
    return { begin, put, read, settled, handOver }
  }

  let token = ''
  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', [{}, {}, {}], '2026-09-01')
    ;({ token } = await makeToken())
  })

  test('is checked once its last file is there, waits for a person, and is published by them', async () => {
    expect(token).toMatch(/^doorstep_month_[\w-]{43}$/)
    const job = withToken(token)
    const { id, addresses } = beginHandover.reply.parse(
      (await job.begin({ households: SOUND, contacts: contactsCsv(CONTACT) }, '2026-10-01')).json(),
    )
    expect(addresses).toEqual({
      households: `${server().origin}/api/handover?id=${id}&file=households`,
      contacts: `${server().origin}/api/handover?id=${id}&file=contacts`,
    })
    expect((await job.put(id, 'households', SOUND)).statusCode).toBe(204)
    expect((await job.read(id)).json()).toMatchObject({ state: 'uploading' })
    expect((await job.put(id, 'contacts', contactsCsv(CONTACT))).statusCode).toBe(204)
    expect(await job.settled(id)).toMatchObject({ state: 'ready', faults: [], preview: { household_count: 3 } })
    expect((await job.read(id, 'text/plain')).body).toBe(
      'ready\nOctober 2026 is checked. An administrator publishes it in Settings, under Data.\n' +
        '3 households: 0 new, 0 that leave.\n',
    )
    expect((await inSettings.months()).handover).toMatchObject({ id, begun_by: 'token “Nightly job”' })
    await inSettings.act('publish', id)
    expect((await job.settled(id)).report).toBe('October 2026 is published.')
    const holder = ['token “Nightly job”', 'Token']
    const person = ['admin@ashford.example', 'OrganisationAdmin']
    expect(await audited()).toEqual([
      [...person, 'month_token', 'made “Nightly job”, good for 90 days'],
      [...holder, 'month_begun', '2026-10-01'],
      [...holder, 'month_checked', '2026-10-01'],
      [...person, 'month_published', '2026-10-01'],
    ])
  })

  test('of a time that cannot be is refused, as in Settings', async () => {
    for (const [month, words] of [
      ['2062-10-01', 'October 2062 lies in the future.'],
      ['1926-10-01', 'October 1926 lies before January 2000.'],
    ] as const) {
      for (const answer of [
        await withToken(token).begin({ households: SOUND }, month),
        await inSettings.announce({ households: SOUND }, month),
      ]) {
        expect(answer.statusCode).toBe(422)
        expect(answer.body).toContain(words)
      }
    }
  })

  test('that has faults says so in words, and changes nothing', async () => {
    const job = withToken(token)
    const { id, state } = await job.handOver({ households: households([{ heating: 'coal' }]) }, '2026-11-01')
    expect(state).toBe('faulty')
    const { body } = await job.read(id, 'text/plain')
    expect(body).toMatch(
      /^faulty\nNovember 2026 has faults\. Nothing was changed\. Correct the files and hand the month/,
    )
    expect(body).toContain('\n\nBad values: 1\n')
    expect(body).toContain('  households, row 2, heating: "coal"; expected one of gas, electric, oil, other, none\n')
    expect((await inSettings.months()).months[0]?.month).toBe('2026-10-01')
  })

  test('is published by itself only where the organisation wants it and nobody would have to look', async () => {
    await publishByItself(true)
    const job = withToken(token)
    const published = await job.handOver({ households: SOUND }, '2026-11-01')
    expect([published.state, published.report]).toEqual(['published', 'November 2026 is published.'])
    expect((await audited()).at(-1)).toEqual(['token “Nightly job”', 'Token', 'month_published', '2026-11-01'])

    const contradiction = { attendance_allowance: 'likely_eligible', age_of_head: '40', pension_age: 'false' }
    const lookedAt: readonly (readonly [string, Partial<Record<MonthFile, string>>, string])[] = [
      ['The check has warnings.', { households: households([{}, {}, {}, contradiction]) }, '2026-12-01'],
      [
        'have a reference that the month before does not have',
        { households: SOUND.replaceAll('EX-', 'EY-') },
        '2026-12-01',
      ],
      [
        'Figures moved by more than 20% since November 2026.',
        { households: households([{}, {}, { heating: 'oil' }]) },
        '2026-12-01',
      ],
      ['November 2026 is published already.', { households: SOUND }, '2026-11-01'],
      [
        'The number of households moved by more than 20% since November 2026.',
        { households: households([{}, {}, {}, {}]) },
        '2026-12-01',
      ],
    ]
    for (const [reason, files, month] of lookedAt) {
      const { id, state, report } = await job.handOver(files, month)
      expect(state, reason).toBe('ready')
      expect(report).toContain(reason)
      await inSettings.act('discard', id)
    }
    await publishByItself(false)
    const { id, state } = await job.handOver({ households: SOUND }, '2026-12-01')
    expect(state).toBe('ready')
    await inSettings.act('discard', id)
    expect((await audited()).filter(([, , action]) => action === 'month_token').map(([, , , words]) => words)).toEqual([
      'made “Nightly job”, good for 90 days',
      'months from tokens are published by themselves',
      'months from tokens are not published by themselves',
    ])
  })

  test('waits for the one that is being handed over in Settings, and discards its own that broke off', async () => {
    const open = await inSettings.begin({ households: SOUND })
    const job = withToken(token)
    const refused = await job.begin({ households: SOUND }, '2026-12-01')
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { detail: 'A month is being handed over already. Publish or discard it first.' },
    ])
    // What a person began is none of its business.
    expect((await job.read(open.id)).statusCode).toBe(404)
    expect((await job.put(open.id, 'households', SOUND)).statusCode).toBe(404)
    await inSettings.act('discard', open.id)

    const broken = beginHandover.reply.parse((await job.begin({ households: SOUND }, '2026-12-01')).json())
    expect((await job.put(broken.id, 'households', SOUND.slice(0, 100))).json()).toMatchObject({ code: 'too_short' })
    expect((await job.put(broken.id, 'households', `${SOUND}more`)).json()).toMatchObject({ code: 'too_large' })
    expect((await job.put(broken.id, 'wards', '{}')).statusCode).toBe(404)
    const again = beginHandover.reply.parse((await job.begin({ households: SOUND }, '2026-12-01')).json())
    expect((await job.read(broken.id)).json()).toMatchObject({ state: 'discarded' })
    expect((await job.put(broken.id, 'households', SOUND)).statusCode).toBe(409)
    await inSettings.act('discard', again.id)
  })

  test('needs its own organisation’s token: a session, a wrong, an expired or a revoked one will not do', async () => {
    const { database } = server().services
    const { token: theirs } = await makeToken('Job of Brynmor', 'other')
    const { token: old } = await makeToken('Old job')
    const { token: lost, tokens } = await makeToken('Lost job')
    const { id } = await withToken(lost).handOver({ households: SOUND }, '2026-12-01')
    await database.asSystem((tx) =>
      tx
        .update(monthTokens)
        .set({ expiresAt: sql`now()` })
        .where(sql`name = 'Old job'`),
    )
    await post('/api/revoke-month-token', { id: tokens[0]?.id })
    expect((await audited()).at(-1)?.slice(2)).toEqual(['month_token', 'revoked “Lost job”'])

    const session = await server().signedIn('admin')
    for (const bad of [old, lost, `${token}x`, token.slice(0, -1), 'doorstep_month_', '']) {
      const job = withToken(bad, session)
      for (const answer of [
        await job.begin({ households: SOUND }, '2027-01-01'),
        await job.put(id, 'households', SOUND),
        await job.read(id),
      ]) {
        expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'no_month_token' }])
      }
    }
    for (const answer of [
      await withToken(theirs).put(id, 'households', SOUND),
      await withToken(theirs, session).read(id),
    ])
      expect(answer.statusCode).toBe(404)
    await inSettings.act('discard', id)
    const stored = await database.asSystem((tx) => tx.select().from(monthTokens))
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('is not checked where its token was revoked while the last file arrived', async () => {
    const { database } = server().services
    const { token: lost, tokens } = await makeToken('Leaking job')
    const job = withToken(lost)
    const { id } = beginHandover.reply.parse((await job.begin({ households: SOUND }, '2026-12-01')).json())
    await database.asSystem((tx) => tx.update(monthTokens).set({ lastUsedAt: null }))
    const content = new PassThrough()
    content.write(SOUND.slice(0, 100))
    const put = withToken(lost, { 'transfer-encoding': 'chunked' }).put(id, 'households', content)
    const isAdmitted = sql`name = 'Leaking job' and last_used_at is not null`
    await vi.waitFor(async () =>
      expect(await database.asSystem((tx) => tx.select().from(monthTokens).where(isAdmitted))).toHaveLength(1),
    )
    await post('/api/revoke-month-token', { id: tokens[0]?.id })
    content.end(SOUND.slice(100))
    expect((await put).statusCode).toBe(404)
    expect((await inSettings.months()).handover).toMatchObject({ id, state: 'uploading' })
    expect((await audited()).at(-1)?.slice(2)).toEqual(['month_token', 'revoked “Leaking job”'])
    await inSettings.act('discard', id)
  })

  test('is all that a token can do', async () => {
    const open = [
      'findOrganisationsByDomain',
      'getAccessibilityContact',
      'getOrganisationChoice',
      'chooseOrganisation',
      'beginHandover',
      'getHandover',
    ]
    for (const { name, method, path } of endpoints) {
      if (open.includes(name)) continue
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await server().app.inject({
        method,
        url: path,
        headers,
        ...(method === 'POST' ? { payload: '{}' } : {}),
      })
      expect(answer.statusCode, name).toBe(401)
    }
  })

  test('is what the example script does, and it says what was refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-handover-'))
    const address = await server().app.listen({ host: '127.0.0.1', port: 0 })
    const run = (month: string, content: string, with_ = token) => {
      const file = join(folder, 'households of the month.csv')
      const environment = { ...process.env, DOORSTEP_URL: address, DOORSTEP_MONTH_TOKEN: with_ }
      return writeFile(file, content)
        .then(() => promisify(execFile)('sh', [SCRIPT, month, `households=${file}`], { env: environment }))
        .then(({ stdout }) => ({ code: 0, words: stdout }))
        .catch((error: unknown) => {
          const { code, stdout, stderr } = failedSchema.parse(error)
          return { code, words: stdout + stderr }
        })
    }
    expect(await run('2026-12-01', SOUND)).toEqual({
      code: 0,
      words:
        'December 2026 is checked. An administrator publishes it in Settings, under Data.\n' +
        '3 households: 0 new, 0 that leave.\n',
    })
    const open = await run('2026-12-01', SOUND)
    expect([open.code, open.words]).toEqual([
      1,
      expect.stringContaining('Doorstep answered 409: {"detail":"A month is being'),
    ])
    await inSettings.act('discard', (await inSettings.months()).handover?.id ?? '')
    const faulty = await run('2026-12-01', households([{ heating: 'coal' }]))
    expect([faulty.code, faulty.words]).toEqual([1, expect.stringContaining('row 2, heating: "coal"; expected')])
    const stranger = await run('2026-12-01', SOUND, 'doorstep_month_made-up')
    expect([stranger.code, stranger.words]).toEqual([1, expect.stringContaining('Doorstep answered 401')])
    await rm(folder, { recursive: true })
  })

  test('has tokens that are shown once, at most ten', async () => {
    const admin = await callAs(server(), 'admin')
    const listed = async () => (await admin.get('/api/month-tokens')).json<z.output<typeof makeMonthToken.reply>>()
    const { tokens } = await listed()
    expect(tokens.map(({ name, is_expired: isExpired, made_by: by }) => [name, isExpired, by])).toEqual([
      ['Old job', true, 'admin@ashford.example'],
      ['Nightly job', false, 'admin@ashford.example'],
    ])
    expect(tokens.map(({ last_used_at: usedAt }) => usedAt !== null)).toEqual([false, true])
    expect(JSON.stringify(tokens)).not.toContain('doorstep_month_')
    for (let made = 2; made < 10; made++) await makeToken(`Job ${made}`)
    const refused = await admin.post('/api/make-month-token', { name: 'One more', days: 365 })
    expect(refused.json()).toMatchObject({
      detail: 'There are 10 tokens already. Revoke one that is not used any more.',
    })
    expect((await admin.post('/api/make-month-token', { name: 'Too long', days: 366 })).statusCode).toBe(422)
  })
})
