/** What somebody can do to the audit log who has SQL and no key. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../../src/server/db/database'
import { parseRows } from '../../../src/server/db/rows'
import { describeEntry, describeSeal, describeStart } from '../../../src/server/modules/organisations/audit/chain'
import type { AuditService } from '../../../src/server/modules/organisations/audit/service'

export const AUDIT_TABLES = ['audit_entries', 'audit_heads', 'audit_seals', 'audit_starts'] as const
const COLUMNS = 'at, organisation_id, actor_email, actor_role, action, subject, quantity, position, hash'

/** How many {@link writeLogs} writes before it signs for the last time. */
export const ENTRIES = 60

/** What anybody can make who has no key. */
const unkeyed = (text: string) => `none:${createHash('sha256').update(text).digest('hex')}`

const entrySchema = z.object({
  id: z.coerce.number(),
  organisationId: z.string(),
  position: z.coerce.number(),
  at: z.string(),
  actorEmail: z.string(),
  actorRole: z.string(),
  action: z.string(),
  subject: z.string(),
  quantity: z.number().nullable(),
  hash: z.string(),
})

/** Of each organisation some entries, signed in the middle and near the end. */
export async function writeLogs(audit: AuditService, organisations: readonly { id: string; slug: string }[]) {
  for (const { id: organisationId, slug } of organisations) {
    const person = { organisationId, email: `ŵ"\\@${slug}.example`, actor: { role: 'Viewer' } }
    for (let index = 0; index < ENTRIES; index++) {
      await audit.record(person, 'export', `households – ${index}\t"csv"`, index % 3 === 0 ? undefined : index)
      if (index === ENTRIES / 2) await audit.seal()
    }
    await audit.seal()
    await audit.record(person, 'export', 'after the signature', 1)
  }
}

export type AuditLogs = Pick<ReturnType<typeof createAuditAttacks>, 'run' | 'readEntries'>

/** @param id of the organisation whose log is attacked; another must have one too */
export function createAuditAttacks(database: () => Database, id: () => string) {
  const run = (query: string) => database().asSystem((tx) => tx.execute(sql.raw(query)))
  const at = (position: number) => `organisation_id = '${id()}' and position = ${position}`

  async function keepRecords(): Promise<void> {
    for (const table of AUDIT_TABLES) await run(`create table kept_${table} as select * from ${table}`)
  }
  async function putBack(): Promise<void> {
    for (const table of AUDIT_TABLES) {
      await run(`delete from ${table}`)
      await run(`insert into ${table} overriding system value select * from kept_${table}`)
    }
  }
  const dropKept = () => run(`drop table ${AUDIT_TABLES.map((table) => `kept_${table}`).join(', ')}`)

  /** As the tables' owner can. */
  const dropConstraints = () =>
    run(`alter table audit_entries drop constraint audit_entries_position,
           drop constraint audit_entries_organisation_id_organisations_id_fk`)
  const addConstraints = () =>
    run(`alter table audit_entries add constraint audit_entries_position check (position is not null and position > 0),
           add constraint audit_entries_organisation_id_organisations_id_fk foreign key (organisation_id)
             references organisations (id) on delete cascade`)

  const readEntries = async () =>
    parseRows(
      await run(
        `select id, organisation_id as "organisationId", position, actor_email as "actorEmail", actor_role as "actorRole",
           action, subject, quantity, hash, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from audit_entries where organisation_id = '${id()}' order by position`,
      ),
      entrySchema,
    )

  /** Hashes ashford's entries from a position on without a key, as somebody would who has only SQL. */
  async function rewrite(from: number, subject: string): Promise<{ position: number; hash: string }> {
    let last = { position: 0, hash: '' }
    for (const row of await readEntries()) {
      const forged = row.position === from ? { ...row, subject } : row
      const hash = row.position < from ? row.hash : unkeyed(describeEntry(forged, last.hash))
      await run(`update audit_entries set hash = '${hash}', subject = '${forged.subject}' where id = ${row.id}`)
      last = { position: row.position, hash }
    }
    await run(
      `update audit_heads set position = ${last.position}, hash = '${last.hash}' where organisation_id = '${id()}'`,
    )
    return last
  }

  async function forgeSeal(end: { position: number; hash: string }): Promise<void> {
    await run(`delete from audit_seals where organisation_id = '${id()}'`)
    const seal = { organisationId: id(), ...end, sealedAt: new Date('2026-01-02T03:04:05.678Z') }
    await run(
      `insert into audit_seals (organisation_id, position, hash, sealed_at, signature) values
         ('${id()}', ${end.position}, '${end.hash}', '${seal.sealedAt.toISOString()}', '${unkeyed(describeSeal(seal))}')`,
    )
  }

  async function forgeStart(position: number, hash: string, keyedFrom: number | null): Promise<void> {
    const signature = unkeyed(describeStart({ organisationId: id(), position, hash, keyedFrom }))
    await run(`delete from audit_starts where organisation_id = '${id()}'`)
    await run(
      `insert into audit_starts (organisation_id, position, hash, keyed_from, signature) values
         ('${id()}', ${position}, '${hash}', ${keyedFrom}, '${signature}')`,
    )
  }

  /** The signed entry of the middle, and its hash. */
  const signedInTheMiddle = async () =>
    z
      .tuple([z.object({ position: z.coerce.number(), hash: z.string() })])
      .rest(z.unknown())
      .parse(
        parseRows(
          await run(
            `select position, hash from audit_seals where organisation_id = '${id()}' order by position limit 1`,
          ),
          z.unknown(),
        ),
      )[0]

  const insertAt = (position: number, number = 1_000_000) =>
    run(`insert into audit_entries (id, ${COLUMNS}) overriding system value select ${number}, at, organisation_id,
           actor_email, actor_role, action, subject, quantity, ${position}, hash from audit_entries where ${at(1)}`)

  const attacks: Readonly<Record<string, (position: number) => Promise<unknown>>> = {
    'changes a subject': (position) => run(`update audit_entries set subject = subject || ' ' where ${at(position)}`),
    'changes a quantity': (position) =>
      run(`update audit_entries set quantity = coalesce(quantity, 0) + 1 where ${at(position)}`),
    'changes a time': (position) => run(`update audit_entries set at = at - interval '1 second' where ${at(position)}`),
    'changes an actor': (position) =>
      run(`update audit_entries set actor_email = 'somebody@else.example' where ${at(position)}`),
    'removes one': (position) => run(`delete from audit_entries where ${at(position)}`),
    'removes the newest': () => run('delete from audit_entries where id = (select max(id) from audit_entries)'),
    'repeats one': (position) =>
      run(`insert into audit_entries (${COLUMNS}) select ${COLUMNS} from audit_entries where ${at(position)}`),
    'inserts one outside the chain': (position) =>
      run(`insert into audit_entries (organisation_id, actor_email, actor_role, action, subject)
             select organisation_id, actor_email, actor_role, action, subject from audit_entries where ${at(position)}`),
    'inserts one before the first': () => insertAt(0),
    'inserts one far before the first': () => insertAt(-1),
    'inserts one before the first, with a number below all': () => insertAt(0, -5),
    'inserts one of an organisation that there is not': () =>
      run(`insert into audit_entries (organisation_id, actor_email, actor_role, action, subject)
             values (gen_random_uuid(), 'x', 'Viewer', 'export', 'x')`),
    'appends one with a hash of its own, and moves the end': () =>
      run(`with made as (insert into audit_entries (${COLUMNS})
               select now(), organisation_id, 'x', 'Viewer', 'export', 'x', 1, position + 1, 'none:' || repeat('0', 64)
               from audit_heads where organisation_id = '${id()}' returning organisation_id, position, hash)
             update audit_heads h set position = m.position, hash = m.hash from made m
             where m.organisation_id = h.organisation_id`),
    'swaps two': (position) =>
      run(`update audit_entries set position = case position when ${position} then ${position + 1} else ${position} end
             where organisation_id = '${id()}' and position in (${position}, ${position + 1})`),
    'takes another organisation’s': (position) =>
      run(`update audit_entries e set subject = o.subject, hash = o.hash, actor_email = o.actor_email
             from audit_entries o where o.organisation_id <> '${id()}' and o.position = e.position
             and e.organisation_id = '${id()}' and e.position = ${position}`),
    'rewrites all without a key': async () => forgeSeal(await rewrite(1, 'forged')),
    'rewrites all without a key, the start too': async () => {
      await forgeSeal(await rewrite(1, 'forged'))
      await forgeStart(0, '', null)
    },
    'rewrites all without a key, and removes the start': async () => {
      await forgeSeal(await rewrite(1, 'forged'))
      await run('delete from audit_starts')
    },
    'rewrites the rest without a key, from one on': async (position) => forgeSeal(await rewrite(position, 'forged')),
    'rewrites the rest, and says that keys begin later': async (position) => {
      const end = await rewrite(position, 'forged')
      await forgeSeal(end)
      await forgeStart(0, '', end.position + 1)
    },
    'moves the boundary of keys in the signed start': async (position) => {
      await forgeSeal(await rewrite(position, 'forged'))
      await run(`update audit_starts set keyed_from = 100000 where organisation_id = '${id()}'`)
    },
    'removes everything up to a signature': async () => {
      const { position } = await signedInTheMiddle()
      await run(`delete from audit_entries where organisation_id = '${id()}' and position <= ${position}`)
    },
    'removes everything up to a signature, and forges the start there': async () => {
      const { position, hash } = await signedInTheMiddle()
      await run(`delete from audit_entries where organisation_id = '${id()}' and position <= ${position}`)
      await forgeStart(position, hash, position + 1)
    },
    'removes everything up to a signature, and signs the start with that signature': async () => {
      const { position, hash } = await signedInTheMiddle()
      await run(`delete from audit_entries where organisation_id = '${id()}' and position <= ${position}`)
      await run(`update audit_starts t set position = s.position, hash = s.hash, signature = s.signature
                   from audit_seals s where s.organisation_id = t.organisation_id and s.hash = '${hash}'`)
    },
    'removes old ones as age does, with a signature of its own': async (position) => {
      await run(
        `update audit_entries set at = now() - interval '3 years' where organisation_id = '${id()}' and position <= ${position}`,
      )
      await run(`select move_audit_start('${id()}', ${position}, '', 1, 'none:' || repeat('0', 64))`)
    },
    'removes the end, and keeps its signatures': (position) =>
      run(`delete from audit_entries where organisation_id = '${id()}' and position > ${position}`),
    'removes the end up to the last signature, and moves the end': async (position) => {
      await run(`delete from audit_entries where organisation_id = '${id()}' and position > ${position}`)
      await run(`update audit_heads h set position = e.position, hash = e.hash from audit_entries e
                   where e.organisation_id = h.organisation_id and e.position = ${position} and h.organisation_id = '${id()}'`)
    },
    'dates a signature back': () => run(`update audit_seals set sealed_at = sealed_at - interval '1 day'`),
    'signs without a key': () => run(`update audit_seals set signature = 'none:' || repeat('0', 64)`),
    'takes another organisation’s signature': () =>
      run(`update audit_seals s set signature = o.signature from audit_seals o
             where o.organisation_id <> s.organisation_id`),
    'removes the start': () => run('delete from audit_starts'),
    'removes the end’s row': () => run('delete from audit_heads'),
  }

  return { attacks, run, readEntries, insertAt, keepRecords, putBack, dropKept, dropConstraints, addConstraints }
}
