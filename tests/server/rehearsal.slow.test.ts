import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createProgram } from '../../src/server/cli/commands/program'
import { runCommand } from './harness/command'
import { startServer, type TestServer } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* docs/operating.md, "Backup and restore": backups that are encrypted, and restores that are rehearsed. */

const SCRIPT = join(import.meta.dirname, '../../docs/doorstep-backup.sh')
const KEY = Buffer.alloc(32, 1).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64')

let source: TestServer
let folder: string
let backup: string
let aside: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-rehearsal-test-'))
  backup = join(folder, 'backup')
  source = await startServer('embedded', { DOORSTEP_SECRET_KEY: KEY })
  const { services } = source
  await importHouseholds(source, 'ashford', [{}, { household_reference: 'TST-0002' }])
  await services.files.put('letters/a.pdf', Buffer.from('%PDF'), 'application/pdf')
  await services.identity.setOrganisations('ashford', {
    issuer: 'https://id.ashford.example',
    clientId: 'doorstep',
    clientSecret: 'secret',
    sendsIss: true,
    trustsEmailDomains: false,
    strengths: [],
    clientSecretEnds: null,
  })
  const { id } = await services.sessions.begin({
    personId: source.seed.people.admin.id,
    organisationId: source.seed.ashford.id,
  })
  const person = (await services.sessions.find(id))?.person
  if (person) await services.audit.record(person, 'export', 'households', 2)
  await runCommand(services, 'backup', backup)
})
afterAll(async () => {
  await source.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  aside = await mkdtemp(join(folder, 'aside-'))
  vi.stubEnv('DOORSTEP_SECRET_KEY', KEY)
  // The settings of the Doorstep that runs, which a rehearsal may not touch.
  vi.stubEnv('DATABASE_URL', 'postgresql://doorstep:secret@127.0.0.1:1/doorstep')
  vi.stubEnv('DOORSTEP_DATA', join(folder, 'nowhere'))
})
afterEach(async () => {
  expect(await readdir(aside), 'A rehearsal leaves nothing.').toEqual([])
  expect(await readdir(folder)).not.toContain('nowhere')
  vi.unstubAllEnvs()
})

/** What a rehearsal says, and how it fails. */
async function rehearse(...words: string[]): Promise<{ said: string[]; fault: string }> {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  const fault = await createProgram(async () => {})
    .parseAsync(['rehearse-restore', ...words, '--in', aside], { from: 'user' })
    .then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  return { said, fault }
}

test('a backup that is whole is restored aside, verified, and said to be whole', async () => {
  const { said, fault } = await rehearse(backup)
  expect(fault).toBe('')
  expect(said).toEqual([
    expect.stringMatching(/^Restored the backup of \S+Z aside: \d+ records in \d+ tables, 2 files\.$/),
    expect.stringMatching(
      /^ashford: 1 month, of which \d{4}-\d\d-01 was opened with 2 households; [1-9]\d* entr(?:y|ies) in the audit log\.$/,
    ),
    expect.stringMatching(/^brynmor: 0 months; 0 entries in the audit log\.$/),
    expect.stringMatching(/^All of it is there and as it was written\. It took \d+ seconds?, and nothing is left\.$/),
  ])
})

test('another key is found: by the secrets that it cannot read, and by the signatures', async () => {
  vi.stubEnv('DOORSTEP_SECRET_KEY', OTHER_KEY)
  const { said, fault } = await rehearse(backup)
  expect(said).toContain('✗ With this DOORSTEP_SECRET_KEY the client secret of ashford’s issuer cannot be read.')
  expect(said).toContainEqual(expect.stringMatching(/^✗ The audit log of ashford: .+ is not set\.$/))
  expect(fault).toMatch(/can be restored, but not all is well: found \d+\.$/)
})

test('that there is no key to try is found', async () => {
  vi.stubEnv('DOORSTEP_SECRET_KEY', '')
  const { said, fault } = await rehearse(backup)
  expect(said.at(-1)).toMatch(/^✗ There was no key to try: set DOORSTEP_SECRET_KEY/)
  expect(fault).toMatch(/found 1\.$/)
})

test('a backup that is not whole is refused', async () => {
  const damaged = join(folder, 'damaged')
  await cp(backup, damaged, { recursive: true })
  await writeFile(join(damaged, 'files/letters/a.pdf'), 'x')
  const { said, fault } = await rehearse(damaged)
  expect([said, fault]).toEqual([[], expect.stringContaining('files/letters/a.pdf is not as it was written')])
})

/** A test that age is needed for. Where it is missing the run says what it left out, by a test of that name. */
function testWithAge(what: string, run: () => Promise<void>): void {
  if (spawnSync('age-keygen', ['--version']).status === 0) {
    test(what, run)
    return
  }
  test(`left out, because age is not installed: ${what}`, ({ annotate }) => annotate('Install age to run this test.'))
  process.stderr.write(`Left out, because age is not installed: ${what}\n`)
}

testWithAge('the nightly script leaves an encrypted archive alone, which is rehearsed with the key', async () => {
  const archives = join(folder, 'archives')
  await mkdir(archives)
  const old = join(archives, '2026-01-01T000000Z.tar.age')
  await writeFile(old, '')
  await utimes(old, new Date(0), new Date(0))
  const identity = join(folder, 'identity')
  execFileSync('age-keygen', ['--output', identity], { stdio: 'ignore' })
  const recipients = join(folder, 'recipients')
  await writeFile(recipients, execFileSync('age-keygen', ['-y', identity]))
  // Stands for the command line: copies what was backed up above.
  const command = join(folder, 'command.sh')
  await writeFile(command, `#!/bin/sh\ncp -r '${backup}' "$2"\n`)
  await chmod(command, 0o700)
  const run = (also: Record<string, string>) =>
    promisify(execFile)('bash', [SCRIPT], {
      env: {
        ...process.env,
        BACKUP_FOLDER: archives,
        BACKUP_RECIPIENTS: recipients,
        DOORSTEP_CLI: command,
        ...also,
      },
    })
  await expect(run({ BACKUP_RECIPIENTS: join(folder, 'no-recipients') })).rejects.toThrow()
  expect(await readdir(archives)).toEqual(['2026-01-01T000000Z.tar.age'])

  await run({})
  const names = await readdir(archives)
  expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z\.tar\.age$/)])
  const archive = join(archives, names[0] ?? '')
  expect((await rehearse(archive, '--identity', identity)).said.at(-1)).toMatch(/^All of it is there/)
  const without = await rehearse(archive)
  expect(without.fault).toMatch(/cannot be unpacked: .+ If it is encrypted, name the key: --identity <file>\.$/)
  const other = join(folder, 'other-identity')
  execFileSync('age-keygen', ['--output', other], { stdio: 'ignore' })
  expect((await rehearse(archive, '--identity', other)).fault).toMatch(
    /cannot be unpacked: age: error: no identity matched/,
  )
})

test('a record that was changed before the backup is found by the audit log', async () => {
  const { database } = source.services
  await database.asSystem((tx) => tx.execute(sql`update audit_entries set subject = 'something else'`))
  const changed = join(folder, 'changed')
  await runCommand(source.services, 'backup', changed)
  expect((await rehearse(changed)).said).toContainEqual(
    expect.stringMatching(/^✗ The audit log of ashford: Entry \d+ was changed, or is not of Doorstep\.$/),
  )
})
