import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { examine } from '../../src/server/cli/commands/doctor'
import { createProgram } from '../../src/server/cli/commands/program'
import { readConfig } from '../../src/server/config'
import { openDatabase } from '../../src/server/db/database'
import { withoutForce } from '../../src/server/db/roles'
import { createServices } from '../../src/server/services'
import { freshPostgres } from './harness/engines'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mark = randomBytes(4).toString('hex')
const [owner, server, stranger] = ['owner', 'server', 'stranger'].map((name) => `test_${name}_${mark}`)
const KEY = Buffer.alloc(32, 1).toString('base64')
let administrator: string
let drop: () => Promise<void>
let dataFolder: string

async function sql(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(text)
  } finally {
    await client.end()
  }
}

function as(login: string | undefined): string {
  const url = new URL(administrator)
  url.username = login ?? ''
  url.password = 'secret'
  return url.href
}

const withServices = async (
  login: string | undefined,
  work: (services: Awaited<ReturnType<typeof createServices>>) => Promise<void>,
) => {
  const services = await createServices(
    readConfig({ DATABASE_URL: as(login), DOORSTEP_DATA: dataFolder, SOFFICE_PATH: 'none' }),
  )
  try {
    await work(services)
  } finally {
    await services.close()
  }
}

// As docs/operating.md says.
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-roles-'))
  const fresh = await freshPostgres()
  administrator = fresh.url
  const name = new URL(administrator).pathname.slice(1)
  await sql(
    administrator,
    `do $$ begin create role doorstep_app nologin; exception when duplicate_object then null; end $$;
     create role ${owner} login password 'secret';
     create role ${server} login bypassrls password 'secret';
     create role ${stranger} login password 'secret';
     grant doorstep_app to ${owner}, ${server};
     alter database ${name} owner to ${owner};`,
  )
  drop = async () => {
    await fresh.drop()
    await sql(administrator.replace(/[^/]*$/, 'postgres'), `drop role ${owner}, ${server}, ${stranger}`)
  }
})
afterAll(async () => {
  await drop()
  await rm(dataFolder, { recursive: true, force: true })
})

test('a login without rights is told so in a sentence', async () => {
  await expect(openDatabase({ url: as(stranger) })).rejects.toThrow(
    /^The database login test_stranger_\w+ may not do what Doorstep needs \(permission denied .*\)\. Grant it/,
  )
})

test('a login that owns nothing serves what the owner has migrated', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const program = createProgram((work) => withServices(owner, work))
  await program.parseAsync(['migrate', '--serve-as', server ?? ''], { from: 'user' })
  await withServices(server, async ({ database, queue, people }) => {
    await queue.start()
    expect((await queue.backlog()).filter(({ kind }) => !kind.startsWith('nightly'))).toEqual([])
    await people.add({ email: 'a@b.example', role: 'SuperAdmin', organisationId: null })
    expect(await people.admission.findMember(null, 'a@b.example')).toBeDefined()
    await database.executeSql("insert into organisations (slug, name) values ('north', 'North')")
    await database.executeSql(
      "insert into contacts (organisation_id, household_reference) select id, 'N1' from organisations",
    )
    await expect(database.executeSql('alter table people add column x int')).rejects.toThrow('must be owner')
  })
  // Row security holds for the owner too.
  expect((await sql(as(owner), 'select * from people')).rows).toEqual([])
  expect((await sql(as(server), 'select * from people')).rows).toHaveLength(1)
  const client = new pg.Client({ connectionString: as(owner) })
  await client.connect()
  onTestFinished(() => client.end())
  const read = async () => (await client.query<object>('select * from people')).rows
  await withoutForce(
    (text, values) => client.query(text, values),
    async () => expect(await read(), 'a migration sees every row').toHaveLength(1),
  )
  expect(await read()).toEqual([])
})

test('a login that owns nothing shortens the audit log by age, and changes it in no other way', async () => {
  await withServices(server, async ({ database, audit, organisations }) => {
    const organisationId = (await organisations.findBySlug('north'))?.id ?? ''
    const person = { organisationId, email: 'a@b.example', actor: { role: 'SuperAdmin' } }
    const old = audit.at(() => new Date('2018-01-01'))
    for (const subject of ['one', 'two']) await old.record(person, 'export', subject)
    await audit.seal()
    await audit.record(person, 'export', 'three')
    for (const change of [
      "insert into audit_entries (organisation_id, actor_email, actor_role, action, subject) select id, '', '', '', '' from organisations",
      'update audit_heads set position = 1',
      'delete from audit_heads',
      "update audit_entries set subject = ''",
      'delete from audit_entries',
      "update audit_seals set signature = ''",
      'delete from audit_seals',
      'update audit_starts set position = 1',
      'delete from audit_starts',
      'truncate audit_entries',
    ])
      await expect(database.executeSql(change), change).rejects.toThrow('permission denied')
    const shorten = "select move_audit_start($1, 3, '', 1, '')"
    await expect(database.executeSql(shorten, [organisationId])).rejects.toThrow('last two years stay')
    expect(await audit.deleteBefore(organisationId, new Date('2020-01-01'))).toBe(2)
    expect(await audit.verify('north')).toMatchObject([{ entries: 1, problems: [] }])
  })
})

test('no login has the owner run its code by a temporary table in the place of one of the owner’s', async () => {
  const inPlace = `
    create temp table contact_changes (organisation_id uuid primary key, version int);
    create function pg_temp.attack() returns trigger language plpgsql as $$ begin
      raise exception 'It runs as %.', current_user; end $$;
    create trigger attack before insert on contact_changes for each row execute function pg_temp.attack();
    grant all on contact_changes to public;`
  const change = "insert into contacts (organisation_id, household_reference) select id, 'N2' from organisations"
  await sql(as(server), `${inPlace} ${change}`)
  const ownTrigger = `${inPlace} create temp table own (organisation_id uuid);
    create trigger own after insert on own referencing new table as changed
      for each statement execute function count_contact_changes()`
  await expect(sql(as(stranger), ownTrigger)).rejects.toThrow('permission denied for function count_contact_changes')
})

test('a login that owns nothing restores entries, also what somebody had inserted, into a log that has not begun', async () => {
  await withServices(server, async ({ database, audit, organisations }) => {
    await database.executeSql("insert into organisations (slug, name) values ('south', 'South')")
    const restored = async (slug: string) => {
      const organisation_id = (await organisations.findBySlug(slug))?.id ?? ''
      const entry = {
        organisation_id,
        at: '2026-01-01',
        actor_email: '',
        actor_role: '',
        action: 'export',
        subject: '',
      }
      const lines = [null, -1].map((position, index) => ({ ...entry, id: 1_000 + index, position, hash: '' }))
      await database.executeSql('select restore_audit_entries($1)', [JSON.stringify(lines)])
    }
    await expect(restored('north')).rejects.toThrow('only into an audit log that has not begun')
    await restored('south')
    expect(await audit.verify('south')).toMatchObject([{ entries: 2 }])
  })
  const insertion =
    "insert into audit_entries (organisation_id, actor_email, actor_role, action, subject, position) select id, '', '', '', '', -1 from organisations"
  await expect(sql(administrator, insertion)).rejects.toThrow('audit_entries_position')
})

/** Does what the doctor says, in its words, with the login that it names, and looks again. */
async function cure(login: string | undefined): Promise<{ what: string[]; after: string[] }> {
  const settings = {
    DATABASE_URL: as(login),
    DOORSTEP_DATA: dataFolder,
    SOFFICE_PATH: 'none',
    BWRAP_PATH: 'none',
    DOORSTEP_SECRET_KEY: KEY,
  }
  const look = () => examine(readConfig(settings), { enoughBytes: 0, memoryBytes: Infinity })
  const findings = await look()
  for (const { cure: words } of findings) {
    const [, statements] = /administrator run: (.*;)/.exec(words) ?? []
    const [, command] = /DATABASE_URL=<owner> npm run doorstep -- ([^.,]*)/.exec(words) ?? []
    if (statements) await sql(administrator, statements)
    if (command)
      await createProgram((work) => withServices(owner, work)).parseAsync(command.split(' '), { from: 'user' })
  }
  return { what: findings.map(({ what }) => what), after: (await look()).map(({ what }) => what) }
}

test('the doctor names the rights that a login lacks, and how they are given', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(await cure(stranger)).toEqual({
    what: [
      'The database login may not act as the role doorstep_app.',
      expect.stringMatching(/^The database login may not read and write .*\bjob\b.*\bpeople\b/),
      'The database login may not see past row security, as the login that serves must.',
    ],
    after: [],
  })
  await sql(administrator, `revoke delete on pgboss.queue from ${stranger}`)
  expect(await cure(stranger)).toEqual({ what: ['The database login may not read and write queue.'], after: [] })
})
