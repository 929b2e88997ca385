import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { rowsOf } from '../../src/server/db/rows'
import { describeEntry, describeSeal, describeStart } from '../../src/server/modules/organisations/audit/chain'
import { createAuditService, type AuditService } from '../../src/server/modules/organisations/audit/service'
import type { Witness } from '../../src/server/modules/organisations/audit/witness'
import { runCommand } from './harness/command'
import { onEachEngine } from './harness/server'

const ENTRIES = 60
const TABLES = ['audit_entries', 'audit_heads', 'audit_seals', 'audit_starts'] as const
const COLUMNS = 'at, organisation_id, actor_email, actor_role, action, subject, quantity, position, hash'
const KEY = Buffer.alloc(32, 5).toString('base64')

/** Always the same ones, from 0 to below 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x8000_0000
}

/** What anybody can make who has no key. */
const unkeyed = (text: string) => `none:${createHash('sha256').update(text).digest('hex')}`

const addEntry = (organisation: string, position: number) =>
  `select add_audit_entry('${organisation}', now(), 'x', 'Viewer', 'export', 'x', 1, ${position}, '')`

/** What the database says. */
const refusal = (words: string) => ({
  cause: expect.objectContaining({ message: expect.stringContaining(words) as string }) as Error,
})

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

onEachEngine('The chain of the audit log', { DOORSTEP_SECRET_KEY: KEY }, (server) => {
  const whole = async () => (await server().services.audit.verify()).flatMap(({ problems }) => problems)
  const run = (query: string) => server().services.database.asSystem((tx) => tx.execute(sql.raw(query)))
  const id = () => server().seed.ashford.id
  const at = (position: number) => `organisation_id = '${id()}' and position = ${position}`

  async function keepRecords(): Promise<void> {
    for (const table of TABLES) await run(`create table kept_${table} as select * from ${table}`)
  }
  async function putBack(): Promise<void> {
    for (const table of TABLES) {
      await run(`delete from ${table}`)
      await run(`insert into ${table} overriding system value select * from kept_${table}`)
    }
  }
  const dropKept = () => run(`drop table ${TABLES.map((table) => `kept_${table}`).join(', ')}`)

  /** As the tables' owner can. */
  const dropConstraints = () =>
    run(`alter table audit_entries drop constraint audit_entries_position,
           drop constraint audit_entries_organisation_id_organisations_id_fk`)
  const addConstraints = () =>
    run(`alter table audit_entries add constraint audit_entries_position check (position is not null and position > 0),
           add constraint audit_entries_organisation_id_organisations_id_fk foreign key (organisation_id)
             references organisations (id) on delete cascade`)

  /** Hashes ashford's entries from a position on without a key, as somebody would who has only SQL. */
  async function rewrite(from: number, subject: string): Promise<{ position: number; hash: string }> {
    const rows = rowsOf(
      await run(
        `select id, organisation_id as "organisationId", position, actor_email as "actorEmail", actor_role as "actorRole",
           action, subject, quantity, hash, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from audit_entries where organisation_id = '${id()}' order by position`,
      ),
      entrySchema,
    )
    let last = { position: 0, hash: '' }
    for (const row of rows) {
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
        rowsOf(
          await run(
            `select position, hash from audit_seals where organisation_id = '${id()}' order by position limit 1`,
          ),
          z.unknown(),
        ),
      )[0]

  const insertAt = (position: number, number = 1_000_000) =>
    run(`insert into audit_entries (id, ${COLUMNS}) overriding system value select ${number}, at, organisation_id,
           actor_email, actor_role, action, subject, quantity, ${position}, hash from audit_entries where ${at(1)}`)

  const ATTACKS: Readonly<Record<string, (position: number) => Promise<unknown>>> = {
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

  beforeAll(async () => {
    const { audit, queue } = server().services
    // Or it would sign meanwhile, as every server does when it starts.
    await queue.stop()
    for (const slug of ['ashford', 'brynmor'] as const) {
      const person = {
        organisationId: server().seed[slug].id,
        email: `ŵ"\\@${slug}.example`,
        actor: { role: 'Viewer' },
      }
      for (let index = 0; index < ENTRIES; index++) {
        await audit.record(person, 'export', `households – ${index}\t"csv"`, index % 3 === 0 ? undefined : index)
        if (index === ENTRIES / 2) await audit.seal()
      }
      await audit.seal()
      await audit.record(person, 'export', 'after the signature', 1)
    }
  })

  test('is whole, and says up to where it is signed', async () => {
    expect(await server().services.audit.verify('ashford')).toEqual([
      {
        slug: 'ashford',
        entries: ENTRIES + 1,
        signedAt: expect.any(Date) as Date,
        comparedAt: null,
        isKeyed: true,
        problems: [],
      },
    ])
  })

  test('writers at once follow each other', async () => {
    const { audit } = server().services
    const person = { organisationId: id(), email: 'a@ashford.example', actor: { role: 'Viewer' } }
    await Promise.all(Array.from({ length: 12 }, (_, index) => audit.record(person, 'export', `at once ${index}`)))
    expect(await whole()).toEqual([])
  })

  test('shows 128 of 128 logs that SQL forged, cut or rewrote', async () => {
    const next = numbersFrom(7)
    const missed: string[] = []
    await keepRecords()
    await dropConstraints()
    for (const [name, attack] of Object.entries(ATTACKS)) {
      for (let round = 0; round < 4; round++) {
        const position = 2 + Math.floor(next() * (ENTRIES - 10))
        await attack(position)
        if ((await whole()).length === 0) missed.push(`${name} (${position})`)
        await putBack()
      }
    }
    expect(missed).toEqual([])
    expect(Object.keys(ATTACKS).length * 4).toBe(128)
    expect(await whole()).toEqual([])
    await dropKept()
    await addConstraints()
  })

  test('has no place before its first entry', async () => {
    const refused = { cause: expect.objectContaining({ constraint: 'audit_entries_position' }) as Error }
    await expect(insertAt(-1)).rejects.toMatchObject(refused)
    await expect(run(addEntry(id(), -1))).rejects.toMatchObject(refusal('must follow the last one'))
  })

  test('names what stands outside the chain', async () => {
    await keepRecords()
    await dropConstraints()
    await insertAt(-1)
    expect(await whole()).toEqual([
      expect.stringMatching(
        /^Outside the chain, inserted past Doorstep: 1, namely row 1000000 \(export, \S+Z, at position -1\)\.$/,
      ),
    ])
    await putBack()
    await addConstraints()
    await dropKept()
  })

  test.each([
    [
      'adds an entry',
      "insert into audit_entries (organisation_id, actor_email, actor_role, action, subject) select organisation_id, '', '', '', '' from audit_starts",
    ],
    ['moves the end', 'update audit_heads set position = 1'],
    ['begins a log', "insert into audit_heads select organisation_id, 0, '' from audit_starts"],
    ['signs a start', "insert into audit_starts select organisation_id, 0, '', 1, '' from audit_heads"],
    ['restores entries', "select restore_audit_entries('[]')"],
    ['adds an entry for another organisation', (other: string) => addEntry(other, 1)],
    ['locks the end of another organisation’s log', (other: string) => `select lock_audit_end('${other}', 1, '')`],
    ['changes an entry', "update audit_entries set subject = 'x'"],
    ['removes an entry', 'delete from audit_entries'],
    ['changes a signature', "update audit_seals set signature = 'x'"],
    ['adds a signature', "insert into audit_seals select organisation_id, 99, '', now(), '' from audit_starts"],
    ['changes the start', 'update audit_starts set position = 1'],
    ['removes the start', 'delete from audit_starts'],
    ['removes the end', 'delete from audit_heads'],
  ])('the role of requests never %s', async (_what, statement) => {
    const query = typeof statement === 'string' ? statement : statement(server().seed.brynmor.id)
    await expect(
      server().services.database.forOrganisation(id(), (tx) => tx.execute(sql.raw(query))),
    ).rejects.toMatchObject(refusal('permission denied'))
  })

  test('the newest entries cut off together with their signatures are found against what was signed', async () => {
    const { audit } = server().services
    const signed: object[] = []
    audit.tellWitnesses((witness) => signed.push({ level: 30, audit: witness, msg: 'The audit log was signed' }))
    const person = { organisationId: id(), email: 'a@ashford.example', actor: { role: 'Viewer' } }
    await keepRecords()
    await audit.record(person, 'export', 'what somebody wants gone')
    await audit.seal()
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-witness-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const log = join(folder, 'doorstep.log')
    await writeFile(log, ['not JSON', ...signed.map((line) => JSON.stringify(line))].join('\n'))
    expect(await runCommand(server().services, 'verify', '--against', log)).toContain('compared with what was signed')

    await putBack()
    expect(await whole()).toEqual([])
    await expect(runCommand(server().services, 'verify', '--against', log)).rejects.toThrow('of ashford is not as')
    // Later entries do not hide it.
    await audit.record(person, 'export', 'something else')
    await audit.seal()
    await expect(runCommand(server().services, 'verify', '--against', log)).rejects.toThrow('of ashford is not as')
    await putBack()
    await dropKept()
  })
})

onEachEngine('What was signed of the audit log', { DOORSTEP_SECRET_KEY: KEY }, (server) => {
  const run = (query: string) => server().services.database.asSystem((tx) => tx.execute(sql.raw(query)))
  const signed: Witness[] = []
  let log: string

  beforeAll(async () => {
    const { audit, queue } = server().services
    await queue.stop()
    for (const slug of ['ashford', 'brynmor'] as const) {
      const person = { organisationId: server().seed[slug].id, email: 'a@b.example', actor: { role: 'Viewer' } }
      for (const subject of ['one', 'two', 'three']) await audit.record(person, 'export', subject)
    }
    audit.tellWitnesses((witness) => signed.push(witness))
    await audit.seal()
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-witness-'))
    log = join(folder, 'doorstep.log')
    await give(signed)
    return () => rm(folder, { recursive: true })
  })

  const give = (witnesses: readonly Witness[]) =>
    writeFile(log, witnesses.map((witness) => JSON.stringify({ audit: witness })).join('\n'))
  const verifyAgainst = (...words: string[]) => runCommand(server().services, 'verify', ...words, '--against', log)

  test('says of each organisation with what it was compared, and of which nothing was given', async () => {
    expect(await verifyAgainst()).toMatch(
      /ashford: 3 entries.*entry 3\n.*brynmor: 3 .*entry 3\nEvery entry is as it was written\.$/s,
    )
    await give(signed.filter(({ organisation }) => organisation === 'ashford'))
    const said = await verifyAgainst()
    expect(said).toMatch(/✓ brynmor: 3 entries, .*, compared with nothing: no signature was given of what it holds\n/)
    expect(said).toContain('Every entry is as it was written. Whether the newest of brynmor were cut off, only')
    await give(signed)
  })

  test('finds an organisation that was taken away with its log, and one that came back empty', async () => {
    const { audit } = server().services
    await run(`update organisations set slug = 'brynmor-old' where slug = 'brynmor'`)
    await run(`insert into organisations (slug, name) values ('brynmor', 'Brynmor')`)
    await run(`delete from organisations where slug = 'brynmor-old'`)
    expect((await audit.verify(undefined, signed)).map(({ slug, problems }) => [slug, problems.length])).toEqual([
      ['ashford', 0],
      ['brynmor', 0],
      ['brynmor', 1],
    ])
    await expect(verifyAgainst()).rejects.toThrow('The audit log of brynmor is not as it was written')
    await expect(verifyAgainst('brynmor')).rejects.toThrow('The audit log of brynmor is not as it was written')
    expect(await verifyAgainst('ashford')).toContain('Every entry is as it was written.')
  })

  test('finds a log that was emptied', async () => {
    for (const table of TABLES) await run(`delete from ${table}`)
    expect(await runCommand(server().services, 'verify')).toContain('✓ ashford: 0 entries')
    await expect(verifyAgainst('ashford')).rejects.toThrow('The audit log of ashford is not as it was written')
  })
})

onEachEngine('The chain of an audit log that was begun without a key', { DOORSTEP_SECRET_KEY: KEY }, (server) => {
  const verdict = async (audit: AuditService) => (await audit.verify('ashford'))[0]

  beforeAll(async () => {
    await server().services.queue.stop()
    const unkeyedAudit = createAuditService({ database: server().services.database })
    const person = { organisationId: server().seed.ashford.id, email: 'a@ashford.example', actor: { role: 'Viewer' } }
    for (let index = 0; index < 3; index++) await unkeyedAudit.record(person, 'export', `without a key ${index}`)
    await unkeyedAudit.seal()
    await server().services.audit.record(person, 'export', 'with a key')
  })

  test('without the key verify says what it cannot know', async () => {
    const services = { ...server().services, audit: createAuditService({ database: server().services.database }) }
    const person = { organisationId: server().seed.brynmor.id, email: 'b@brynmor.example', actor: { role: 'Viewer' } }
    await services.audit.record(person, 'export', 'without a key')
    expect(await runCommand(services, 'verify', 'brynmor')).toContain('cannot be known')
    expect((await verdict(services.audit))?.problems).toEqual(['The key that entry 4 was written under is not set.'])
  })

  test('with the key its beginning is not believed until the operator signs it', async () => {
    const { services } = server()
    expect((await verdict(services.audit))?.problems).toContainEqual(
      expect.stringContaining('The log was begun without a key'),
    )
    await expect(runCommand(services, 'verify', '--sign-start')).rejects.toThrow('Say whose')
    expect(await runCommand(services, 'verify', 'ashford', '--sign-start')).toContain(
      'Every entry is as it was written',
    )
    expect((await verdict(services.audit))?.problems).toEqual([])
  })

  test('what was written without a key cannot be changed after that', async () => {
    const { database, audit } = server().services
    await database.asSystem((tx) => tx.execute(sql`update audit_entries set subject = 'x' where position = 2`))
    expect((await verdict(audit))?.problems).toEqual(['Entry 2 was changed, or is not of Doorstep.'])
    await expect(runCommand(server().services, 'verify', 'ashford', '--sign-start')).rejects.toThrow('is not whole')
  })
})
