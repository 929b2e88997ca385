import { like } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createProgram } from '../../src/server/cli/commands/program'
import { VERSION } from '../../src/server/lib/build'
import { auditEntries } from '../../src/server/db/schema'
import { runCommand } from './harness/command'
import { startForeignIssuer } from './harness/foreignIssuer'
import { onEngine, signInAtIssuer } from './harness/server'

onEngine('embedded', 'The command line', {}, (server) => {
  const doorstep = (...words: string[]) => runCommand(server().services, ...words)

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

  test('--version says version and commit', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const program = createProgram(() => Promise.resolve())
    await expect(program.parseAsync(['--version'], { from: 'user' })).rejects.toMatchObject({ exitCode: 0 })
    expect(said).toHaveBeenCalledWith(`${VERSION}\n`)
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
    const found = await server().services.people.admission.findForSignIn(
      server().seed.brynmor.id,
      'super@shared.example',
    )
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

  test('makes an organisation without a month, once', async () => {
    const add = ['organisation', 'add', 'newtown', '--name', 'Newtown Council', '--domain', 'newtown.example']
    expect(await doorstep(...add)).toContain('Newtown Council (newtown) is a new organisation.')
    const { organisations, snapshots } = server().services
    expect(await organisations.findByDomain('newtown.example')).toEqual([{ slug: 'newtown', name: 'Newtown Council' }])
    const { id } = (await organisations.findBySlug('newtown')) ?? { id: '' }
    await expect(snapshots.latest(id)).rejects.toMatchObject({ status: 404 })
    await expect(doorstep(...add)).rejects.toThrow('There is an organisation called newtown already.')
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
      'a password that is guessed first',
      ['user', 'add', 'a@b.example', '--organisation', 'ashford', '--role', 'Viewer', '--password', 'ASHFORD-2026!'],
      'A password with “ashford” in it is guessed first. Choose another.',
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
