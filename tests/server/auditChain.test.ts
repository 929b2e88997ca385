import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createAuditService, type AuditService } from '../../src/server/modules/organisations/audit/service'
import type { Witness } from '../../src/server/modules/organisations/audit/witness'
import { AUDIT_TABLES, createAuditAttacks, ENTRIES, writeLogs } from './harness/auditAttacks'
import { runCommand } from './harness/command'
import { notRepeated, onEachEngine, onEngine } from './harness/server'

const KEY = Buffer.alloc(32, 5).toString('base64')

const addEntry = (organisation: string, position: number) =>
  `select add_audit_entry('${organisation}', now(), 'x', 'Viewer', 'export', 'x', 1, ${position}, '')`

/** What the database says. */
const refusal = (words: string) => ({
  cause: expect.objectContaining({ message: expect.stringContaining(words) as string }) as Error,
})

onEachEngine('The chain of the audit log', { DOORSTEP_SECRET_KEY: KEY }, (server) => {
  const whole = async () => (await server().services.audit.verify()).flatMap(({ problems }) => problems)
  const run = (query: string) => server().services.database.asSystem((tx) => tx.execute(sql.raw(query)))
  const id = () => server().seed.ashford.id
  const { attacks, insertAt, keepRecords, putBack, dropKept, dropConstraints, addConstraints } = createAuditAttacks(
    () => server().services.database,
    id,
  )

  beforeAll(async () => {
    const { audit, queue } = server().services
    // Or it would sign meanwhile, as every server does when it starts.
    await queue.stop()
    await writeLogs(
      audit,
      (['ashford', 'brynmor'] as const).map((slug) => ({ slug, id: server().seed[slug].id })),
    )
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

  notRepeated(() => {
    test('shows every log that SQL forged, cut or rewrote', async () => {
      const missed: string[] = []
      await keepRecords()
      await dropConstraints()
      for (const [name, attack] of Object.entries(attacks)) {
        await attack(ENTRIES / 3)
        if ((await whole()).length === 0) missed.push(name)
        await putBack()
      }
      expect(missed).toEqual([])
      expect(await whole()).toEqual([])
      await dropKept()
      await addConstraints()
    })
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

onEngine('embedded', 'What was signed of the audit log', { DOORSTEP_SECRET_KEY: KEY }, (server) => {
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
    for (const table of AUDIT_TABLES) await run(`delete from ${table}`)
    expect(await runCommand(server().services, 'verify')).toContain('✓ ashford: 0 entries')
    await expect(verifyAgainst('ashford')).rejects.toThrow('The audit log of ashford is not as it was written')
  })
})

onEngine(
  'embedded',
  'The chain of an audit log that was begun without a key',
  { DOORSTEP_SECRET_KEY: KEY },
  (server) => {
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
  },
)
