import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { AUDIT_PAGE_SIZE } from '../../src/contract/organisations/audit'
import { auditEntries } from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { onEachEngine } from './harness/server'

/* The audit log as a table: over all organisations, for super administrators only. */

onEachEngine('The audit log', {}, (server) => {
  const at = (text: string) => new Date(text)
  let staff: Awaited<ReturnType<typeof callAs>>

  beforeAll(async () => {
    staff = await callAs(server(), 'staff', 'ashford')
    const { ashford, brynmor } = server().seed
    const entry = { actorRole: 'Viewer', action: 'sign_in', subject: 's', quantity: null, position: 1 }
    await server().services.database.asSystem((tx) =>
      tx.insert(auditEntries).values([
        // 23:30 UTC is already the next day in London, in summer.
        { ...entry, organisationId: ashford.id, actorEmail: 'summer@ashford.example', at: at('2026-06-30T23:30:00Z') },
        {
          ...entry,
          organisationId: ashford.id,
          actorEmail: 'per_cent%@ashford.example',
          at: at('2026-01-05T12:00:00Z'),
          action: 'run',
          quantity: 7,
        },
        {
          ...entry,
          organisationId: brynmor.id,
          actorEmail: 'ŵyn@brynmor.example',
          at: at('2026-01-06T12:00:00Z'),
          subject: '=cmd|calc',
        },
        ...Array.from({ length: AUDIT_PAGE_SIZE + 3 }, (_, n) => ({
          ...entry,
          organisationId: brynmor.id,
          actorEmail: 'many@brynmor.example',
          at: new Date(at('2025-01-01T00:00:00Z').getTime() + n * 1000),
        })),
      ]),
    )
  })

  test.each([
    'update audit_entries set actor_email = $$somebody.else$$',
    'delete from audit_entries',
    'truncate audit_entries',
    'alter table audit_entries disable trigger all',
  ])('cannot be changed by the role that answers requests: %s', async (statement) => {
    const { database } = server().services
    const tampering = database.forOrganisation(server().seed.ashford.id, (tx) => tx.execute(sql.raw(statement)))
    // PostgreSQL's insufficient_privilege.
    await expect(tampering).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  const ask = async (filter: object) =>
    (await staff.post('/api/audit-entries', filter)).json<{
      total: number
      entries: { actor_email: string; organisation: string }[]
    }>()
  const actors = async (filter: object) => (await ask(filter)).entries.map(({ actor_email }) => actor_email)

  test.each([
    ['a part of the address, in whatever case', { actor: 'SUMMER@' }, ['summer@ashford.example']],
    ['signs that a pattern would take for others', { actor: 'per_cent%' }, ['per_cent%@ashford.example']],
    ['a sign that a pattern takes for any', { actor: 'm_ny' }, []],
    ['what was done', { action: 'run', to: '2026-02-01' }, ['per_cent%@ashford.example']],
    ['the organisation', { organisation: 'brynmor', from: '2026-01-01' }, ['ŵyn@brynmor.example']],
    [
      'days, both included',
      { from: '2026-01-05', to: '2026-01-06' },
      ['ŵyn@brynmor.example', 'per_cent%@ashford.example'],
    ],
    ['days of London', { from: '2026-07-01', to: '2026-07-01' }, ['summer@ashford.example']],
    ['days of London, the one before', { from: '2026-06-30', to: '2026-06-30' }, []],
    [
      'everything at once',
      { from: '2026-01-01', to: '2026-12-31', action: 'run', organisation: 'ashford', actor: 'ashford' },
      ['per_cent%@ashford.example'],
    ],
  ])('is filtered by %s', async (_, filter, expected) => {
    expect(await actors(filter)).toEqual(expected)
  })

  test('is paged, newest first, with the number of all', async () => {
    const first = await ask({ actor: 'many' })
    const second = await ask({ actor: 'many', page: 2 })
    expect([first.total, first.entries.length, second.total, second.entries.length]).toEqual([53, 50, 53, 3])
    expect((await ask({ actor: 'many', page: 9 })).entries).toEqual([])
  })

  test.each([{ page: 0 }, { page: 'x' }, { action: 'nothing' }, { from: 'yesterday' }, { to: '2026-13-01' }])(
    'refuses %j',
    async (filter) => {
      expect((await staff.post('/api/audit-entries', filter)).statusCode).toBe(422)
    },
  )

  test('is exported whole as a CSV that runs nothing, and the export is recorded', async () => {
    const csv = await staff.post('/api/audit-entries-csv', { organisation: 'brynmor' })
    const lines = csv.body.trimEnd().split('\r\n')
    expect(lines[0]).toBe('at,organisation,actor_email,actor_role,action,subject,quantity')
    expect(lines).toHaveLength(1 + 54)
    expect(lines.at(2)).toBe('2025-01-01T00:00:00.000Z,Cyngor Brynmôr,many@brynmor.example,Viewer,sign_in,s,')
    expect(csv.body).toContain(",'=cmd|calc,")
    const last = await ask({ actor: 'staff', action: 'export' })
    expect(last.entries[0]).toMatchObject({ subject: 'audit log', quantity: 54, organisation: 'Ashford Council' })
  })

  test.each(['admin', 'viewer', 'other'] as const)('is not for %s', async (person) => {
    const call = await callAs(server(), person)
    expect((await call.post('/api/audit-entries', {})).statusCode).toBe(403)
    expect((await call.post('/api/audit-entries-csv', {})).statusCode).toBe(403)
  })
})
