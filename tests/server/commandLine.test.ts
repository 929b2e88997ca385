import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { like } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createProgram } from '../../src/server/commands/program'
import { auditEntries, contacts, organisations, people } from '../../src/server/db/schema'
import { createServices, type Services } from '../../src/server/services'
import { ENGINES, freshDatabase, type EngineName } from './harness/engines'
import { startForeignIssuer } from './harness/foreignIssuer'
import { onEachEngine, signInAtIssuer, startServer, type TestServer } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/** Runs a command on services that are open already. @returns what it printed. */
async function run(services: Services, ...words: string[]): Promise<string> {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  await createProgram((work) => work(services)).parseAsync(words, { from: 'user' })
  return lines.join('\n')
}

onEachEngine('The command line', {}, (server) => {
  const doorstep = (...words: string[]) => run(server().services, ...words)

  test('lets somebody sign in, with the password that it was given', async () => {
    expect(
      await doorstep(
        'user',
        'add',
        'New@ashford.example',
        '--organisation',
        'ashford',
        '--role',
        'Viewer',
        '--password',
        'long enough',
      ),
    ).toBe('New@ashford.example may now sign in to Ashford Council as Viewer.')
    const browser = server().browser()
    await browser.get((await signInAtIssuer(browser, 'ashford', 'new@ashford.example', 'long enough')).href)
    expect((await browser.get('/api/session/user')).json()).toMatchObject({ role_name: 'Viewer' })
  })

  test('--help lists every command, those in groups too', () => {
    const help = createProgram(() => Promise.resolve()).helpInformation()
    for (const command of [
      'import [options]',
      'person add [options] <email>',
      'organisation add-domain <slug> <domain>',
    ])
      expect(help).toContain(`\n  ${command}`)
  })

  test('lets the provider’s staff into every organisation', async () => {
    await doorstep('user', 'add', 'super@shared.example', '--role', 'SuperAdmin')
    const found = await server().services.people.findForSignIn(server().seed.brynmor.id, 'super@shared.example')
    expect(found).toMatchObject({ role: 'SuperAdmin', organisationId: null })
  })

  test('says when the login page would not find the organisation by the address, and mends it', async () => {
    expect(
      await doorstep('user', 'add', 'a@elsewhere.example', '--organisation', 'brynmor', '--role', 'Viewer'),
    ).toContain('organisation add-domain')
    await doorstep('organisation', 'add-domain', 'brynmor', 'Elsewhere.example')
    expect(await server().services.organisations.findByDomain('elsewhere.example')).toEqual([
      { slug: 'brynmor', name: 'Cyngor Brynmôr' },
    ])
  })

  test.each([
    [
      'an address that is none',
      ['user', 'add', 'nobody', '--organisation', 'ashford', '--role', 'Viewer'],
      'nobody is not an email address.',
    ],
    [
      'an unknown role',
      ['user', 'add', 'a@b.example', '--organisation', 'ashford', '--role', 'Boss'],
      'The role must be one of: SuperAdmin, OrganisationAdmin, Viewer.',
    ],
    [
      'an unknown organisation',
      ['user', 'add', 'a@b.example', '--organisation', 'nowhere', '--role', 'Viewer'],
      'There is no organisation called nowhere.',
    ],
    [
      'no organisation',
      ['user', 'add', 'a@b.example', '--role', 'Viewer'],
      'Say where they work: --organisation <slug>.',
    ],
    [
      'a short password',
      ['user', 'add', 'a@b.example', '--organisation', 'ashford', '--role', 'Viewer', '--password', 'short'],
      'The password must have at least 10 characters.',
    ],
    [
      'somebody who is known',
      ['user', 'add', 'ADMIN@ashford.example', '--organisation', 'ashford', '--role', 'Viewer'],
      'ADMIN@ashford.example is known already.',
    ],
    ['campaigns of nobody', ['campaigns', 'enable', 'nowhere'], 'There is no organisation called nowhere.'],
    [
      'an issuer without TLS',
      ['identity', 'ashford', '--issuer', 'http://id.example', '--client-id', 'x'],
      'The issuer must be an https address.',
    ],
    [
      'the password that is published with the demo',
      ['user', 'add', 'a@b.example', '--organisation', 'ashford', '--role', 'Viewer', '--password', ' doorstep-demo'],
      'This password is published with the demo, so that everybody knows it. Choose another.',
    ],
    [
      'the issuer of every tenant of Microsoft',
      ['identity', 'ashford', '--issuer', 'https://login.microsoftonline.com/common/v2.0', '--client-id', 'x'],
      'This issuer signs for every tenant of Microsoft.',
    ],
    [
      'a secret file that is not there',
      [
        'identity',
        'ashford',
        '--issuer',
        'https://id.example',
        '--client-id',
        'x',
        '--client-secret-file',
        '/nowhere/secret',
      ],
      'The file /nowhere/secret cannot be read.',
    ],
    [
      'a provider whose staff have no e-mail domain',
      ['provider', 'identity', '--issuer', 'https://id.example', '--client-id', 'x'],
      'Say which e-mail domain the staff have: --domain <email domain>.',
    ],
    [
      'half an issuer',
      ['identity', 'ashford', '--issuer', 'https://id.example'],
      'Give --issuer and --client-id, or --embedded.',
    ],
  ])('refuses %s in one sentence', async (_what, words, message) => {
    await expect(doorstep(...words)).rejects.toThrow(message)
  })

  test('switches campaigns on and off', async () => {
    expect(await doorstep('campaigns', 'disable', 'ashford')).toBe('Campaigns are now disabled for Ashford Council.')
    expect((await server().services.organisations.findBySlug('ashford'))?.campaignsEnabled).toBe(false)
    expect(await doorstep('campaigns', 'enable', 'ashford')).toBe('Campaigns are now enabled for Ashford Council.')
    const recorded = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(like(auditEntries.action, 'campaigns%')).orderBy(auditEntries.id),
    )
    const entry = {
      actorEmail: 'command line',
      actorRole: 'Operator',
      subject: 'ashford',
      organisationId: server().seed.ashford.id,
    }
    expect(recorded).toMatchObject([
      { ...entry, action: 'campaigns_disabled' },
      { ...entry, action: 'campaigns_enabled' },
    ])
  })

  test("points an organisation at its own issuer, and keeps the provider's staff out of it", async () => {
    const issuer = await startForeignIssuer(server().origin)
    const told = await doorstep('identity', 'brynmor', '--issuer', issuer.url, '--client-id', 'doorstep')
    await issuer.close()
    expect(told).toContain(`${server().origin}/backend/auth/callback`)
    expect((await server().app.inject('/oidc/brynmor/.well-known/openid-configuration')).statusCode).toBe(404)
    await doorstep('identity', 'brynmor', '--embedded')
    expect((await server().app.inject('/oidc/brynmor/.well-known/openid-configuration')).statusCode).toBe(200)
  })
})

describe('A backup', () => {
  let source: TestServer
  let folder: string
  const startSource = async (engine: EngineName) => {
    source = await startServer(engine)
    folder = join(await mkdtemp(join(tmpdir(), 'doorstep-backup-')), 'backup')
    await importHouseholds(source, 'ashford', [{}, { household_reference: 'TST-0002' }])
    await source.services.database.asSystem((tx) =>
      tx.insert(contacts).values({
        organisationId: source.seed.ashford.id,
        householdReference: 'TST-0001',
        lastName: "O'Brien “ŵ”\n\t\\",
      }),
    )
  }
  afterEach(async () => {
    await source.close()
    await rm(join(folder, '..'), { recursive: true, force: true })
  })

  const withTarget = async (into: EngineName, work: (target: Services) => Promise<void>) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-restored-'))
    const target = await createServices({ ...source.services.config, dataFolder }, await freshDatabase(into))
    try {
      await work(target)
    } finally {
      await target.close()
      await rm(dataFolder, { recursive: true, force: true })
    }
  }

  const pairs = ENGINES.flatMap((from) => ENGINES.map((into) => [from, into] as const))
  test.each(pairs)('of the %s database is restored whole into the %s one', async (from, into) => {
    await startSource(from)
    expect(await run(source.services, 'backup', folder)).toMatch(/^Backed up \d+ records and 1 snapshot /)
    await withTarget(into, async (target) => {
      expect(await run(target, 'restore', folder)).toMatch(/^Restored \d+ records and 1 file as of /)
      const read = (services: Services) =>
        services.database.asSystem(async (tx) => ({
          organisations: await tx.select().from(organisations).orderBy(organisations.slug),
          people: await tx.select().from(people).orderBy(people.email),
          contacts: await tx.select().from(contacts),
        }))
      expect(await read(target)).toEqual(await read(source.services))
      expect((await target.snapshots.latest(source.seed.ashford.id)).householdCount).toBe(2)
      // New entries follow the old ones.
      const { id } = await target.sessions.begin({
        personId: source.seed.people.admin.id,
        organisationId: source.seed.ashford.id,
      })
      const person = (await target.sessions.find(id))?.person
      if (person) await target.audit.record(person, 'export', 'households', 1)
    })
  })

  test('can be opened by its owner alone, and is refused where something lies already', async () => {
    await startSource('embedded')
    await run(source.services, 'backup', folder)
    expect((await stat(folder)).mode & 0o077).toBe(0)
    await expect(run(source.services, 'backup', folder)).rejects.toThrow('is there already')
    const file = join(folder, 'manifest.json')
    await expect(run(source.services, 'backup', file)).rejects.toThrow('is there already')
    await expect(run(source.services, 'backup', join(file, 'inside'))).rejects.toThrow('where a folder is needed')
    expect((await stat(file)).isFile()).toBe(true)
    await expect(run(source.services, 'restore', folder)).rejects.toThrow('There are organisations here already.')
    // Nor is one made that lacks files which could not be listed.
    await writeFile(join(source.services.config.dataFolder, 'files'), 'no folder')
    await expect(run(source.services, 'backup', `${folder} of no files`)).rejects.toThrow('files')
    await expect(stat(`${folder} of no files`)).rejects.toThrow()
  })

  const broken: [string, (folder: string) => Promise<void>][] = [
    ['without its manifest', (at) => rm(join(at, 'manifest.json'))],
    ['with half a manifest', async (at) => truncate(join(at, 'manifest.json'), 100)],
    ['without a table', (at) => rm(join(at, 'database/people.jsonl.gz'))],
    ['with half a table', (at) => truncate(join(at, 'database/people.jsonl.gz'), 60)],
    [
      'with another snapshot',
      async (at) => writeFile(join(at, 'snapshots', (await readdir(join(at, 'snapshots')))[0] ?? ''), 'x'),
    ],
    [
      'that leads out of its folder',
      async (at) => {
        const manifest = await readFile(join(at, 'manifest.json'), 'utf8')
        await writeFile(join(at, 'manifest.json'), manifest.replace('"snapshots/', '"snapshots/../../'))
      },
    ],
  ]
  test('that is not whole is refused, whatever it lacks, and nothing is restored', async () => {
    await startSource('postgresql')
    await run(source.services, 'backup', folder)
    await withTarget('postgresql', async (target) => {
      for (const [what, damage] of broken) {
        const damaged = `${folder} ${what}`
        await cp(folder, damaged, { recursive: true })
        await damage(damaged)
        await expect(run(target, 'restore', damaged), what).rejects.toThrow(
          /does not hold a whole backup: .+ Nothing was restored\./,
        )
      }
      expect(await target.database.asSystem((tx) => tx.select().from(organisations))).toEqual([])
      expect(await readdir(join(target.config.dataFolder, 'snapshots')).catch(() => [])).toEqual([])
    })
  })
})
