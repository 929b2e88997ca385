import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { auditEntries } from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { runCommand } from './harness/command'
import { CLIENT_SECRET, startForeignIssuer, type ForeignIssuer } from './harness/foreignIssuer'
import { onEngine, signInAtIssuer } from './harness/server'

/* People by their issuer and by the command line: docs/product.md#groups-and-accounts. */

const FAILED = '/login?error=sign_in_failed'

onEngine('embedded', 'An organisation with an issuer of its own', {}, (server) => {
  let issuer: ForeignIssuer
  let count = 0
  const doorstep = (...words: string[]) => runCommand(server().services, ...words)
  const rules = (...words: string[]) => doorstep('person', 'sign-in-rules', 'ashford', ...words)
  const MAPPING = ['--group', 'Doorstep admins=OrganisationAdmin', 'Doorstep=Viewer']

  beforeAll(async () => {
    issuer = await startForeignIssuer(server().origin, '/backend/auth/callback')
    const at = ['--issuer', issuer.url, '--client-id', 'doorstep', '--client-secret', CLIENT_SECRET]
    await doorstep('identity', 'ashford', ...at)
  })
  afterAll(() => issuer.close())
  beforeEach(() => rules('--no-group', '--create-accounts', 'off', '--groups-claim', 'groups'))

  const fresh = () => `p${++count}@ashford.example`
  /** Signs in with what the issuer says. */
  const signIn = async (email: string, claims: Record<string, unknown> = {}) => {
    issuer.claims = { email, email_verified: true, ...claims }
    const browser = server().browser()
    const begun = await browser.get('/backend/auth/login/ashford')
    const back = await issuer.visit(String(begun.headers.location))
    const to = (await browser.get(back)).headers.location
    return {
      to,
      user: async () => (await browser.get('/api/session/user')).json<Record<string, unknown>>(),
      details: async () => (await browser.get('/api/own-details')).json<unknown>(),
    }
  }
  const reasons = () =>
    server()
      .log.filter((line) => line.includes('A sign-in was refused'))
      .map((line) => (JSON.parse(line) as { reason: string }).reason)
  const refused = async (email: string, claims: Record<string, unknown>, reason: string) => {
    expect((await signIn(email, claims)).to).toBe(FAILED)
    expect(reasons().at(-1)).toBe(reason)
  }

  test('lets in nobody who was not invited, until accounts are made at the first sign-in', async () => {
    const email = fresh()
    await refused(email, {}, 'Nobody with this address has been invited.')
    expect(await rules('--create-accounts', 'on')).toContain('accounts at first sign-in are on')
    const first = await signIn(email, { given_name: 'Nia', family_name: 'Rees' })
    expect(await first.details()).toMatchObject({ email, first_name: 'Nia', last_name: 'Rees', role: 'Viewer' })
    const admin = await callAs(server(), 'admin')
    const people = (await admin.get('/api/organisation-users')).json<{ id: string; email: string }[]>()
    const made = people.find((one) => one.email === email)
    expect(made).toMatchObject({ is_signed_in: true, last_signed_in_at: expect.any(String) as string })
    const recorded = await server().services.database.asSystem((tx) => tx.select().from(auditEntries))
    expect(recorded).toContainEqual(
      expect.objectContaining({ action: 'person_added', actorRole: 'Issuer', subject: `${made?.id} as Viewer` }),
    )
  })

  test('makes no account for an address at another domain, nor for somebody who was removed', async () => {
    await rules('--create-accounts', 'on')
    await refused('guest@elsewhere.example', {}, 'No account is made for an address at another domain.')
    const email = fresh()
    const first = await signIn(email)
    await doorstep('person', 'remove', email, '--organisation', 'ashford')
    expect(await first.user()).toMatchObject({ code: 'not_signed_in' })
    await refused(email, {}, 'The person was removed.')
    await doorstep('person', 'add', email, '--organisation', 'ashford', '--role', 'Viewer')
    expect((await signIn(email)).to).toBe('/')
  })

  test('gives the highest role of the groups, at each sign-in', async () => {
    await rules('--create-accounts', 'on', ...MAPPING)
    const email = fresh()
    await refused(email, { groups: ['Others'] }, 'No group of the person has a role here.')
    await refused(email, {}, 'No group of the person has a role here.')
    const first = await signIn(email, { groups: ['Doorstep', 'Doorstep admins'] })
    expect(await first.user()).toMatchObject({ role_name: 'OrganisationAdmin' })
    const second = await signIn(email, { groups: 'Doorstep' })
    expect(await second.user()).toMatchObject({ role_name: 'Viewer' })
    expect(await first.user()).toMatchObject({ role_name: 'Viewer' })
    await refused(email, { groups: [] }, 'No group of the person has a role here.')
    expect(await second.user()).toMatchObject({ code: 'not_signed_in' })
    expect(await doorstep('person', 'list', '--organisation', 'ashford')).toContain(`${email}\tViewer (from groups)`)
  })

  test('leaves people without a group the role that they were given by hand, and nobody changes one from groups', async () => {
    await rules(...MAPPING)
    const [byHand, byGroup] = [fresh(), fresh()]
    for (const email of [byHand, byGroup])
      await doorstep('person', 'add', email, '--organisation', 'ashford', '--role', 'Viewer')
    expect((await signIn(byHand, { groups: [] })).to).toBe('/')
    expect(await (await signIn(byGroup, { groups: ['Doorstep admins'] })).user()).toMatchObject({
      role_name: 'OrganisationAdmin',
    })
    expect(await doorstep('person', 'role', byHand, 'OrganisationAdmin', '--organisation', 'ashford')).toContain(
      'is now OrganisationAdmin',
    )
    const change = () => doorstep('person', 'role', byGroup, 'Viewer', '--organisation', 'ashford')
    await expect(change()).rejects.toThrow('This role follows the groups of your identity provider.')
    await rules('--no-group')
    expect(await change()).toContain('is now Viewer')
  })

  test('reads the groups of another claim, and takes none for none where the issuer leaves them out', async () => {
    await rules('--create-accounts', 'on', '--groups-claim', '_claim_names', '--group', 'x=Viewer')
    const email = fresh()
    await rules('--groups-claim', 'tid', '--group', 'officers=Viewer')
    expect((await signIn(email, { tid: 'officers', groups: ['x'] })).to).toBe('/')
    await rules('--groups-claim', 'groups')
    await refused(
      email,
      { _claim_names: { groups: 'src1' } },
      'The issuer leaves out the groups of people who are in many. Have it send roles, or assigned groups only.',
    )
  })

  test('has its rules set by administrators, which the audit log keeps', async () => {
    const admin = await callAs(server(), 'admin')
    const set = { groups_claim: 'roles', creates_accounts: true, group_roles: [{ group: 'A', role: 'Viewer' }] }
    expect((await admin.post('/api/set-sign-in-rules', set)).json()).toEqual(set)
    expect((await admin.get('/api/sign-in-rules')).json()).toEqual({
      ...set,
      has_issuer: true,
      domains: ['ashford.example', 'shared.example'],
    })
    const boss = { ...set, group_roles: [{ group: 'A', role: 'SuperAdmin' }] }
    expect((await admin.post('/api/set-sign-in-rules', boss)).statusCode).toBe(422)
    const recorded = await server().services.database.asSystem((tx) => tx.select().from(auditEntries))
    expect(recorded.at(-1)).toMatchObject({ action: 'sign_in_rules', actorEmail: 'admin@ashford.example', quantity: 1 })
  })
})

onEngine('embedded', 'People by the command line', {}, (server) => {
  const doorstep = (...words: string[]) => runCommand(server().services, 'person', ...words)
  const OTHER = ['--organisation', 'brynmor']

  test('may go though they are the last administrator, which is said', async () => {
    const admin = server().seed.people.other.email
    expect(await doorstep('list', ...OTHER)).toBe(`${admin}\tOrganisationAdmin\tnever signed in`)
    expect(await doorstep('remove', admin, ...OTHER)).toBe(
      `${admin} may no longer sign in to Cyngor Brynmôr. Sessions ended: 0.\nNote: Cyngor Brynmôr has no administrator now.`,
    )
    await expect(doorstep('remove', admin, ...OTHER)).rejects.toThrow('is not one of the people of Cyngor Brynmôr.')
  })

  test('get a password that no argument holds', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(
      // Only what is read of it is used.
      Readable.from(['another long sentence\n']) as unknown as typeof process.stdin,
    )
    const { email } = server().seed.people.viewer
    await doorstep('set-password', email, '--organisation', 'ashford', '--password-file', '-')
    const browser = server().browser()
    const back = await signInAtIssuer(browser, 'ashford', email, 'another long sentence')
    expect((await browser.get(back.href)).headers.location).toBe('/')
  })

  test('of the provider are out at once', async () => {
    const staff = await callAs(server(), 'staff')
    expect(await doorstep('list')).toContain('staff@provider.example\tSuperAdmin\tsigned in now')
    expect(await doorstep('end-sessions', 'Staff@provider.example')).toBe(
      'Sessions of staff@provider.example ended: 1.',
    )
    expect((await staff.get('/api/session/user')).statusCode).toBe(401)
    expect(await doorstep('remove', 'staff@provider.example')).toContain('the provider has no administrator now')
  })

  test.each([
    ['role', 'viewer@ashford.example', 'SuperAdmin', '--organisation', 'ashford'],
    ['sign-in-rules', 'ashford', '--group', 'Boss=SuperAdmin'],
  ])('are not made super administrators of an organisation: %s', async (...words) => {
    await expect(doorstep(...words)).rejects.toThrow('The role must be one of: Viewer, OrganisationAdmin.')
  })
})
