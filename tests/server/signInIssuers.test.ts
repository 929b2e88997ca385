import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { auditEntries, organisations, people, sessions } from '../../src/server/db/schema'
import { DEMO_PASSWORD } from '../../src/server/demo/authorities/councils'
import { ensureOrganisation } from '../../src/server/modules/organisations/organisations/service'
import { hashPassword } from '../../src/server/modules/organisations/people/passwords'
import type { Browser } from './harness/browser'
import { runCommand } from './harness/command'
import {
  CLIENT_SECRET,
  startForeignIssuer,
  startHostileIssuer,
  TENANT,
  type ForeignIssuer,
  type HostileIssuer,
} from './harness/foreignIssuer'
import { freePort } from './harness/freePort'
import { onEngine, signInAtIssuer, startServer, type TestServer } from './harness/server'

const FAILED = '/login?error=sign_in_failed'
const CHOOSE = '/login?step=organisation'
const SHARED = '/backend/auth/callback'
const ASHFORDS = `${SHARED}/ashford`
const STAFF = 'staff@provider.example'
const OFFICER = 'admin@ashford.example'

onEngine(
  'postgresql',
  'In production, with issuers of others',
  { NODE_ENV: 'production', DOORSTEP_URL: 'https://doorstep.provider.example' },
  (server) => {
    let council: ForeignIssuer
    let provider: ForeignIssuer
    let hostile: HostileIssuer
    let browser: Browser

    beforeAll(async () => {
      // At the council's the shared address is registered too, as it was before issuers had addresses of their own.
      council = await startForeignIssuer(server().origin, ASHFORDS, SHARED)
      provider = await startForeignIssuer(server().origin, SHARED, ASHFORDS)
      hostile = await startHostileIssuer()
    })
    afterAll(async () => {
      await council.close()
      await provider.close()
      await hostile.close()
    })
    beforeEach(async () => {
      browser = server().browser()
      council.sendsIss = false
      await identity('--trust-email-domains')
      await runCommand(server().services, 'provider', 'identity', ...at(provider), '--domain', 'provider.example')
    })

    const at = ({ url }: ForeignIssuer) => [
      '--issuer',
      url,
      '--client-id',
      'doorstep',
      '--client-secret',
      CLIENT_SECRET,
    ]
    const identity = (...words: string[]) =>
      runCommand(server().services, 'identity', 'ashford', ...at(council), ...words)
    const lookUp = async (email_domain: string) =>
      (
        await server().app.inject({ method: 'POST', url: '/api/organisations-by-domain', payload: { email_domain } })
      ).json<object>()
    /** Signs in with what the issuer says. @returns where Doorstep sends the browser then */
    const signIn = async (issuer: ForeignIssuer, slug: string, claims: Record<string, unknown>) => {
      issuer.claims = claims
      const back = await issuer.visit((await begin(slug)).href)
      return (await browser.get(back)).headers.location
    }
    const begin = async (slug: string, by = browser) =>
      new URL(String((await by.get(`/backend/auth/login/${slug}`)).headers.location))
    const signInOfficer = () => signIn(council, 'ashford', { tid: TENANT, email: OFFICER })
    const user = async () => (await browser.get('/api/session/user')).json<unknown>()
    const cookieOf = (name: string) => ({
      cookie: `__Host-doorstep-${name}=${browser.cookie(`__Host-doorstep-${name}`) ?? ''}`,
    })
    const choices = () => server().app.inject({ url: '/api/organisation-choice', headers: cookieOf('choice') })
    const choose = (slug: string) =>
      server().app.inject({
        method: 'POST',
        url: '/api/choose-organisation',
        headers: cookieOf('choice'),
        payload: { slug },
      })
    const refusals = () => server().log.filter((line) => line.includes('A sign-in was refused'))

    describe("the provider's staff", () => {
      const verified = { email: STAFF, email_verified: true }

      test('find the provider alone by its domain, and not without its identity', async () => {
        expect(await lookUp('Provider.example')).toEqual({
          organisations: [{ slug: 'provider', name: expect.any(String) as string }],
        })
        await runCommand(server().services, 'provider', 'identity', '--remove')
        expect(await lookUp('provider.example')).toEqual({ organisations: [] })
      })

      test('find the provider alone though its domain was made to lead to organisations, but leave no officer out', async () => {
        await runCommand(
          server().services,
          'provider',
          'identity',
          ...at(provider),
          '--domain',
          'provider.example',
          'shared.example',
        )
        expect(await lookUp('shared.example')).toMatchObject({ organisations: [{ slug: 'provider' }] })
        await server().services.people.add({
          email: 'a@shared.example',
          organisationId: server().seed.brynmor.id,
          role: 'Viewer',
        })
        expect(await lookUp('shared.example')).toMatchObject({
          organisations: [{ slug: 'provider' }, { slug: 'brynmor' }],
        })
      })

      test('sign in at its issuer, choose an organisation, and have a session in that one only', async () => {
        expect(await signIn(provider, 'provider', verified)).toBe(CHOOSE)
        expect(await user()).toMatchObject({ code: 'not_signed_in' })
        const list = [
          { slug: 'ashford', name: 'Ashford Council' },
          { slug: 'brynmor', name: 'Cyngor Brynmôr' },
        ]
        expect((await choices()).json()).toEqual({ email: STAFF, organisations: list })
        expect((await choose('nowhere')).statusCode).toBe(422)
        const chosen = await choose('brynmor')
        expect(chosen.statusCode).toBe(200)
        const session = chosen.cookies.find(({ name }) => name === '__Host-doorstep')
        expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
        browser.setCookie('__Host-doorstep', session?.value ?? '')
        expect(await user()).toMatchObject({
          email: STAFF,
          role_name: 'SuperAdmin',
          organisation_auth_identifier: 'brynmor',
        })
        expect([(await choices()).statusCode, (await choose('ashford')).statusCode]).toEqual([404, 404])
        const recorded = await server().services.database.asSystem((tx) =>
          tx.select().from(auditEntries).where(eq(auditEntries.actorEmail, STAFF)),
        )
        expect(recorded).toMatchObject([
          { action: 'sign_in', subject: 'brynmor by the provider’s issuer', organisationId: server().seed.brynmor.id },
        ])
        // Out of it at the issuer that they came in by.
        expect(String((await browser.get('/backend/auth/logout')).headers.location)).toContain(provider.url)
      })

      test('choose no more once they are not of the staff, or the issuer is not the provider’s', async () => {
        const { database } = server().services
        const staff = (values: Partial<typeof people.$inferInsert>) =>
          database.asSystem((tx) => tx.update(people).set(values).where(eq(people.email, STAFF)))
        await signIn(provider, 'provider', verified)
        await staff({ organisationId: server().seed.brynmor.id, role: 'Viewer' })
        expect([(await choices()).statusCode, (await choose('ashford')).statusCode]).toEqual([404, 404])
        await staff({ organisationId: null, role: 'SuperAdmin' })
        await runCommand(server().services, 'provider', 'identity', ...at(council))
        await runCommand(server().services, 'provider', 'identity', ...at(provider))
        expect([(await choices()).statusCode, (await choose('ashford')).statusCode]).toEqual([404, 404])
      })

      test('may give up before they choose', async () => {
        await signIn(provider, 'provider', verified)
        const end = await server().app.inject({ url: '/backend/auth/provider/cancel', headers: cookieOf('choice') })
        expect(String(end.headers.location)).toContain(provider.url)
        expect((await choices()).statusCode).toBe(404)
      })

      test.each([
        ['an officer of a council', { email: OFFICER, email_verified: true }],
        ['a stranger', { email: 'nobody@provider.example', email_verified: true }],
        ['an address that is not verified', { email: STAFF }],
        ['an address that is denied', { email: STAFF, email_verified: false }],
      ])('are nobody else: %s', async (_who, claims) => {
        expect(await signIn(provider, 'provider', claims)).toBe(FAILED)
        expect((await choices()).statusCode).toBe(404)
      })

      test("do not come in by a council's issuer, whatever it says, nor by its way back", async () => {
        expect(await signIn(council, 'ashford', verified)).toBe(FAILED)
        provider.claims = verified
        const begun = await browser.get('/backend/auth/login/provider')
        const back = await provider.visit(String(begun.headers.location))
        expect((await browser.get(back.replace(SHARED, `${SHARED}/provider`))).headers.location).toBe(FAILED)
      })
    })

    describe("an officer at the council's Entra ID", () => {
      test.each([
        ['email', { email: OFFICER }],
        ['preferred_username', { preferred_username: 'Admin@Ashford.example' }],
      ])('comes in by %s, which it never calls verified', async (_claim, claims) => {
        expect(await signIn(council, 'ashford', { tid: TENANT, ...claims })).toBe('/')
        expect(await user()).toMatchObject({
          email: OFFICER,
          organisation_auth_identifier: 'ashford',
          role_name: 'OrganisationAdmin',
        })
      })

      test('does not where the issuer is not trusted', async () => {
        await identity()
        expect(await signIn(council, 'ashford', { tid: TENANT, email: OFFICER })).toBe(FAILED)
      })

      const refused: [string, Record<string, unknown>, string][] = [
        [
          'an address of another domain',
          { email: 'admin@brynmor.example' },
          "none of the organisation's e-mail domains",
        ],
        [
          'an address that is denied',
          { email: OFFICER, email_verified: false },
          'says that the e-mail address is not verified',
        ],
        [
          'a token of another tenant',
          { email: OFFICER, tid: '11111111-2222-4333-8444-555555555555' },
          'of another tenant',
        ],
        ['a guest', { email: OFFICER, idp: 'live.com' }, 'a guest of the tenant'],
        [
          'somebody who was not invited',
          { email: 'nobody@ashford.example' },
          'Nobody with this address has been invited.',
        ],
      ]
      test.each(refused)('is not %s; the log says why in one line', async (_what, claims, reason) => {
        expect(await signIn(council, 'ashford', { tid: TENANT, ...claims })).toBe(FAILED)
        expect(JSON.parse(refusals().at(-1) ?? '')).toMatchObject({
          organisation: 'ashford',
          reason: expect.stringContaining(reason) as string,
        })
        expect(refusals().join('')).not.toMatch(/@|"stack"|\n {4}at /)
      })

      test("is not somebody of another tenant's server", async () => {
        council.claims = { tid: TENANT, email: OFFICER }
        const begun = await browser.get('/backend/auth/login/ashford')
        const elsewhere = String(begun.headers.location).replace(council.url, provider.url)
        provider.claims = council.claims
        expect((await browser.get(await provider.visit(elsewhere))).headers.location).toBe(FAILED)
      })
    })

    describe('the redirect address', () => {
      test("is the issuer's own where it does not name itself, and the shared one where it does", async () => {
        const address = (path: string) => `redirect address ${server().origin}${path}, `
        expect(await identity()).toContain(address(ASHFORDS))
        const asProvider = ['provider', 'identity', '--domain', 'provider.example']
        expect(await runCommand(server().services, ...asProvider, ...at(council))).toContain(
          address(`${SHARED}/provider`),
        )
        expect(await runCommand(server().services, ...asProvider, ...at(provider))).toContain(address(SHARED))
        council.sendsIss = true
        expect(await identity()).toContain(address(SHARED))
        expect(await signIn(council, 'ashford', { email: OFFICER, email_verified: true })).toBe('/')
      })

      test.each([SHARED, `${SHARED}/brynmor`, `${SHARED}/provider`, `${ASHFORDS}/`])(
        'is no other than the one that the sign-in began with: %s',
        async (path) => {
          council.claims = { tid: TENANT, email: OFFICER }
          const back = await council.visit((await begin('ashford')).href)
          expect((await browser.get(back.replace(ASHFORDS, path))).headers.location).not.toBe('/')
          expect(await user()).toMatchObject({ code: 'not_signed_in' })
        },
      )

      test('is not set for an issuer that does not answer', async () => {
        const away = ['identity', 'ashford', '--issuer', `http://localhost:${await freePort()}`, '--client-id', 'x']
        await expect(runCommand(server().services, ...away)).rejects.toThrow(
          /localhost:.*refuses the connection.*Nothing was changed/,
        )
        expect(await signInOfficer()).toBe('/')
      })
    })

    describe('an issuer that sends a browser on to the issuer of another council', () => {
      interface Attack {
        /** Whether the attacked council's issuer names itself. */
        honest: boolean
        /** What the hostile one promises when it is set, and afterwards. */
        hostile: [boolean, boolean]
        /** Where the attacked issuer is told to send the browser back to. */
        to: typeof SHARED | typeof ASHFORDS
      }
      test.each<Attack>([
        { honest: false, hostile: [false, false], to: ASHFORDS },
        { honest: false, hostile: [false, false], to: SHARED },
        { honest: false, hostile: [true, true], to: SHARED },
        { honest: false, hostile: [true, false], to: SHARED },
        { honest: true, hostile: [false, false], to: SHARED },
        { honest: true, hostile: [true, false], to: SHARED },
      ])('is not handed its code: %j', async (attack) => {
        council.sendsIss = attack.honest
        await identity('--trust-email-domains')
        hostile.sendsIss = attack.hostile[0]
        await runCommand(
          server().services,
          'identity',
          'brynmor',
          '--issuer',
          hostile.url,
          '--client-id',
          JSON.stringify(attack),
        )
        hostile.sendsIss = attack.hostile[1]
        // The command tried the client with a code of its own.
        hostile.codes.length = 0
        // Doorstep reads the metadata of each client once an hour, here of each attack.
        // The attacker has begun to sign in at the attacked council, and waits for a code that fits.
        const attacker = server().browser()
        const wanted = await begin('ashford', attacker)
        const attackersState = wanted.searchParams.get('state') ?? ''
        // The officer begins at the hostile issuer, and finds themselves signed in at their own.
        wanted.searchParams.set('state', (await begin('brynmor')).searchParams.get('state') ?? '')
        wanted.searchParams.set('redirect_uri', server().origin + attack.to)
        council.claims = { tid: TENANT, email: OFFICER }
        const back = new URL(await council.visit(wanted.href))
        const answer = await browser.get(back.href)
        // With the code the attacker would be the officer.
        for (const code of hostile.codes.splice(0)) {
          back.searchParams.set('code', code)
          back.searchParams.set('state', attackersState)
          await attacker.get(back.href)
          expect.soft(code).toBe('handed to nobody')
        }
        expect(answer.headers.location).toBe(FAILED)
        expect(attacker.cookie('__Host-doorstep')).toBeUndefined()
      })
    })

    describe('the client secret', () => {
      const withSecret = async (...words: string[]) => {
        await runCommand(
          server().services,
          'identity',
          'ashford',
          ...at(council).slice(0, 4),
          '--trust-email-domains',
          ...words,
        )
        return signInOfficer()
      }

      test('is read from a file, without the end of its line', async () => {
        const file = join(await mkdtemp(join(tmpdir(), 'doorstep-secret-')), 'secret.txt')
        await writeFile(file, `${CLIENT_SECRET}\r\n`)
        expect(await withSecret('--client-secret-file', file)).toBe('/')
        await writeFile(file, 'another')
        await expect(withSecret('--client-secret-file', file)).rejects.toThrow('refuses the client ID or its secret')
        await rm(dirname(file), { recursive: true })
      })

      test('is read from standard input', async () => {
        const real = process.stdin
        Object.defineProperty(process, 'stdin', { value: Readable.from([`${CLIENT_SECRET}\n`]) })
        onTestFinished(() => void Object.defineProperty(process, 'stdin', { value: real }))
        expect(await withSecret('--client-secret-file', '-')).toBe('/')
      })
    })

    describe('an identity that is replaced', () => {
      const other = async () => {
        const { database } = server().services
        const open = await database.asSystem((tx) => tx.select().from(sessions))
        return open.filter(({ personId }) => personId !== server().seed.people.admin.id).length
      }

      test('ends the sessions that it began, and nobody else’s', async () => {
        const { seed, services } = server()
        const { id: staffId } = seed.people.staff
        await services.sessions.begin({ personId: seed.people.other.id, organisationId: seed.brynmor.id })
        await services.sessions.begin({ personId: staffId, organisationId: seed.ashford.id, issuer: provider.url })
        const before = await other()
        expect(await signInOfficer()).toBe('/')
        await identity('--trust-email-domains')
        expect(await user()).toMatchObject({ email: OFFICER })
        await identity()
        expect(await user()).toMatchObject({ code: 'not_signed_in' })
        expect(await other()).toBe(before)
        await identity('--trust-email-domains')
        expect(await signInOfficer()).toBe('/')
        await runCommand(server().services, 'identity', 'ashford', '--embedded')
        expect(await user()).toMatchObject({ code: 'not_signed_in' })
        expect(await other()).toBe(before)
      })

      test('to ask for a strength, ends them, and lets nobody in who signed in with less', async () => {
        const withMethods = (amr: unknown) => signIn(council, 'ashford', { tid: TENANT, email: OFFICER, amr })
        expect(await withMethods(['pwd'])).toBe('/')
        await identity('--trust-email-domains', '--strength', 'mfa')
        expect(await user()).toMatchObject({ code: 'not_signed_in' })
        expect(await withMethods(['pwd'])).toBe(FAILED)
        expect(refusals().at(-1)).toContain('less than is asked for')
        expect(await withMethods(undefined)).toBe(FAILED)
        expect(await withMethods(['pwd', 'mfa'])).toBe('/')

        const words = ['--domain', 'provider.example', '--strength', 'mfa']
        await runCommand(server().services, 'provider', 'identity', ...at(provider), ...words)
        const staff = { email: STAFF, email_verified: true }
        expect(await signIn(provider, 'provider', staff)).toBe(FAILED)
        expect(await signIn(provider, 'provider', { ...staff, amr: ['mfa'] })).toBe(CHOOSE)
      })

      test('by the provider’s, ends those of its staff only', async () => {
        const { seed, services } = server()
        const begin = (person: 'staff' | 'other', issuer?: string) =>
          services.sessions.begin({ personId: seed.people[person].id, organisationId: seed.brynmor.id, issuer })
        const officer = await begin('other')
        for (const words of [['--remove'], at(provider)]) {
          const staff = await begin('staff', provider.url)
          await runCommand(server().services, 'provider', 'identity', '--domain', 'provider.example', ...words)
          expect(await services.sessions.find(staff.id)).toBeUndefined()
        }
        expect(await services.sessions.find(officer.id)).toBeDefined()
      })

      test('ends the attempts at it, those included whose code is being redeemed', async () => {
        council.claims = { tid: TENANT, email: OFFICER }
        const back = await council.visit((await begin('ashford')).href)
        await identity()
        await identity('--trust-email-domains')
        expect((await browser.get(back)).headers.location).toBe(FAILED)

        const late = await council.visit((await begin('ashford')).href)
        council.meanwhile = () =>
          runCommand(server().services, 'identity', 'ashford', ...at(provider), '--trust-email-domains')
        expect((await browser.get(late)).headers.location).toBe(FAILED)
        council.meanwhile = () => Promise.resolve()
        expect(await user()).toMatchObject({ code: 'not_signed_in' })
        expect(refusals().at(-1)).toContain('has changed meanwhile')
      })
    })
  },
)

describe('The demo beside real data', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer('postgresql')
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await server.services.database.asSystem(async (tx) => {
      await tx.update(organisations).set({ isDemo: true })
      await tx.update(people).set({ isDemo: true, passwordHash }).where(eq(people.email, STAFF))
      // Somebody's password is the published one, however it got there.
      await tx.update(people).set({ passwordHash }).where(eq(people.email, 'viewer@ashford.example'))
    })
  })
  afterAll(() => server.close())

  const enter = async (email: string, password?: string) => {
    const browser = server.browser()
    await browser.get((await signInAtIssuer(browser, 'ashford', email, password)).href)
    return async () => (await browser.get('/api/session/user')).statusCode
  }

  test('ends its accounts, at once and for good, and nobody else', async () => {
    const demo = await enter(STAFF, DEMO_PASSWORD)
    const own = await enter(OFFICER)
    expect([await demo(), await own()]).toEqual([200, 200])

    await server.services.database.asSystem((tx) =>
      ensureOrganisation(tx, { slug: 'real', name: 'Real Council', domain: null }),
    )
    expect([await demo(), await own()]).toEqual([401, 200])
    await expect(enter(STAFF, DEMO_PASSWORD)).rejects.toThrow('The demo’s password does not open anything here.')
    expect(await (await enter(OFFICER))()).toBe(200)
    await expect(enter('viewer@ashford.example', DEMO_PASSWORD)).rejects.toThrow(
      'The demo’s password does not open anything here.',
    )
  })

  test('takes no real households, and gives none of its own away', async () => {
    const { database } = server.services
    const ensure = (slug: string, isDemo: boolean) =>
      database.asSystem((tx) => ensureOrganisation(tx, { slug, name: 'x', domain: null, isDemo }))
    await expect(ensure('ashford', false)).rejects.toThrow('Ashford Council belongs to the demo')
    await ensure('another', false)
    await expect(ensure('another', true)).rejects.toThrow('does not belong to the demo')
  })
})

describe.each([
  ['in production', { NODE_ENV: 'production', DOORSTEP_DEMO: '1' }],
  ['at a public address', { DOORSTEP_URL: 'https://doorstep.provider.example' }],
])('The demo %s', (_where, environment) => {
  test('lets in only people with a password of their own', async () => {
    const server = await startServer('postgresql', environment)
    try {
      await server.services.database.asSystem(async (tx) => {
        await tx.update(organisations).set({ isDemo: true })
        await tx
          .update(people)
          .set({ isDemo: true, passwordHash: await hashPassword(DEMO_PASSWORD) })
          .where(eq(people.email, STAFF))
      })
      await expect(signInAtIssuer(server.browser(), 'ashford', STAFF, DEMO_PASSWORD)).rejects.toThrow(
        'does not open anything here',
      )
      const browser = server.browser()
      expect((await browser.get((await signInAtIssuer(browser, 'ashford', OFFICER)).href)).headers.location).toBe('/')
    } finally {
      await server.close()
    }
  })
})
