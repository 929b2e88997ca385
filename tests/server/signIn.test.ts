import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries, organisations, people, sessions, signInAttempts } from '../../src/server/db/schema'
import type { Browser } from './harness/browser'
import { PASSWORD } from './harness/seed'
import { goThroughIssuer, onEngine, signInAtIssuer, type TestServer } from './harness/server'

const FAILED = '/login?error=sign_in_failed'

const isIssuersPage = (to: URL) => to.pathname.includes('/interaction/')

// On the embedded database every browser test signs in.
onEngine('postgresql', 'Signing in', {}, (server) => {
  let browser: Browser
  beforeEach(() => {
    browser = server().browser()
  })

  const user = async () => browser.get('/api/session/user')

  test('goes through the issuer and begins a session of 12 hours at most', async () => {
    const callback = await signInAtIssuer(browser, 'ashford', 'Admin@Ashford.example')
    const answer = await browser.get(callback.href)
    expect(answer.headers.location).toBe('/')
    const cookie = answer.cookies.find(({ name }) => name === 'doorstep')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    const hours = (new Date(cookie?.expires ?? 0).getTime() - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(11.9)
    expect(hours).toBeLessThanOrEqual(12)
    expect((await user()).json()).toEqual({
      email: 'admin@ashford.example',
      temporary_organisation_name: null,
      organisation_auth_identifier: 'ashford',
      temporary_role_name: null,
      role_name: 'OrganisationAdmin',
      erasure_count: 0,
    })
  })

  test('is recorded, with who and where', async () => {
    await browser.get((await signInAtIssuer(browser, 'ashford', 'viewer@ashford.example')).href)
    const entries = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.actorEmail, 'viewer@ashford.example')),
    )
    expect(entries).toMatchObject([
      {
        action: 'sign_in',
        actorRole: 'Viewer',
        organisationId: server().seed.ashford.id,
        subject: 'ashford by the built-in page',
        quantity: null,
      },
    ])
  })

  test.each(['ashford', 'brynmor'])("lets the provider's staff into any organisation: %s", async (slug) => {
    await browser.get((await signInAtIssuer(browser, slug, 'staff@provider.example')).href)
    expect((await user()).json()).toMatchObject({ organisation_auth_identifier: slug, role_name: 'SuperAdmin' })
  })

  test("finds the provider's staff first, also where an organisation has invited their address", async () => {
    const { database } = server().services
    const invited = {
      email: 'staff@provider.example',
      organisationId: server().seed.ashford.id,
      role: 'Viewer' as const,
    }
    await database.asSystem((tx) => tx.insert(people).values(invited))
    await browser.get((await signInAtIssuer(browser, 'ashford', 'staff@provider.example')).href)
    expect((await user()).json()).toMatchObject({ role_name: 'SuperAdmin' })
    await database.asSystem((tx) =>
      tx.delete(people).where(and(eq(people.organisationId, invited.organisationId), eq(people.email, invited.email))),
    )
  })

  test.each([
    ['a wrong password', 'admin@ashford.example', 'wrong'],
    ['an unknown address', 'nobody@ashford.example', PASSWORD],
    ['somebody of another organisation', 'admin@brynmor.example', PASSWORD],
    ['no password', 'admin@ashford.example', ''],
  ])('refuses %s in the same words', async (_what, email, password) => {
    const { url } = await browser.follow(await browser.get('/backend/auth/login/ashford'), (to) =>
      to.pathname.includes('/interaction/'),
    )
    const answer = await browser.post(url?.href ?? '', { email, password })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('The email address or the password is not right. Check both and try again.')
    expect(answer.headers.location).toBeUndefined()
  })

  test('has the address that was typed on the login page in its field, and the cursor in the next', async () => {
    const hint = 'login_hint=admin%40ashford.example'
    const { url } = await browser.follow(await browser.get(`/backend/auth/login/ashford?${hint}`), (to) =>
      to.pathname.includes('/interaction/'),
    )
    const page = (await browser.get(url?.href ?? '')).body
    expect(page).toMatch(/name="email"[^>]* value="admin@ashford.example"/)
    expect(page).toMatch(/name="password"[^>]* autofocus/)
  })

  test('makes an address wait after ten wrong passwords, even with the right one and however it is typed', async () => {
    const { url } = await browser.follow(await browser.get('/backend/auth/login/brynmor'), (to) =>
      to.pathname.includes('/interaction/'),
    )
    for (let attempt = 0; attempt < 10; attempt++) {
      await browser.post(url?.href ?? '', {
        email: `admin@brynmor.example${' '.repeat(attempt)}`,
        password: `guess ${attempt}`,
      })
    }
    const answer = await browser.post(url?.href ?? '', { email: 'admin@brynmor.example', password: PASSWORD })
    expect(answer.body).toContain('Wait 15 minutes and try again.')
  })

  test('gives a new session id each time, and ends the one before', async () => {
    browser.setCookie('doorstep', 'an-id-that-an-attacker-chose')
    await browser.get((await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')).href)
    const first = browser.cookie('doorstep')
    expect(first).not.toBe('an-id-that-an-attacker-chose')
    await browser.get((await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')).href)
    expect(browser.cookie('doorstep')).not.toBe(first)
    expect(await server().services.sessions.find(first ?? '')).toBeUndefined()
  })

  test('lets another person in where one is signed in already', async () => {
    await browser.get((await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')).href)
    const callback = await signInAtIssuer(browser, 'ashford', 'viewer@ashford.example')
    expect((await browser.get(callback.href)).headers.location).toBe('/')
    expect((await user()).json()).toMatchObject({ email: 'viewer@ashford.example' })
  })

  test('keeps no session id that could be used again', async () => {
    await browser.get((await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')).href)
    const kept = await server().services.database.asSystem((tx) => tx.select().from(sessions))
    expect(JSON.stringify(kept)).not.toContain(browser.cookie('doorstep'))
  })

  test.each([
    ['an unknown organisation', '/backend/auth/login/nowhere'],
    ['an organisation that is not a slug', `/backend/auth/login/${'x'.repeat(300)}`],
    ['NUL', '/backend/auth/login/a%00b'],
    ['a return that nobody began', '/backend/auth/callback?code=a&state=b'],
    ['a return with nothing', '/backend/auth/callback'],
  ])('refuses %s, and says so on the login page only', async (_what, url) => {
    expect((await browser.get(url)).headers.location).toBe(FAILED)
  })

  const tampered: [string, (callback: URL, context: { other: Browser; server: TestServer }) => Promise<void> | void][] =
    [
      ['another state', (callback) => callback.searchParams.set('state', 'x'.repeat(43))],
      ['no state', (callback) => callback.searchParams.delete('state')],
      ['another code', (callback) => callback.searchParams.set('code', 'x'.repeat(43))],
      [
        'the issuer of another organisation',
        (callback) => callback.searchParams.set('iss', callback.origin + '/oidc/brynmor'),
      ],
      ['no issuer', (callback) => callback.searchParams.delete('iss')],
      [
        "the code of another organisation's issuer",
        async (callback, { other }) => {
          const theirs = await signInAtIssuer(other, 'brynmor', 'staff@provider.example')
          callback.searchParams.set('code', theirs.searchParams.get('code') ?? '')
        },
      ],
      [
        "another browser's code",
        async (callback, { other }) => {
          const theirs = await signInAtIssuer(other, 'ashford', 'viewer@ashford.example')
          callback.searchParams.set('code', theirs.searchParams.get('code') ?? '')
        },
      ],
      ['an error of the issuer', (callback) => callback.searchParams.set('error', 'access_denied')],
    ]
  test.each(tampered)('refuses a return with %s', async (_what, tamper) => {
    const callback = await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')
    await tamper(callback, { other: server().browser(), server: server() })
    expect((await browser.get(callback.href)).headers.location).toBe(FAILED)
    expect((await user()).statusCode).toBe(401)
  })

  test('refuses an ID token with another nonce', async () => {
    const callback = await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')
    await server().services.database.asSystem((tx) => tx.update(signInAttempts).set({ nonce: 'another' }))
    expect((await browser.get(callback.href)).headers.location).toBe(FAILED)
  })

  test('refuses another code verifier', async () => {
    const callback = await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')
    await server().services.database.asSystem((tx) => tx.update(signInAttempts).set({ codeVerifier: 'y'.repeat(43) }))
    expect((await browser.get(callback.href)).headers.location).toBe(FAILED)
  })

  test('refuses an attempt that is too old', async () => {
    const callback = await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')
    await server().services.database.asSystem((tx) => tx.update(signInAttempts).set({ expiresAt: new Date(0) }))
    expect((await browser.get(callback.href)).headers.location).toBe(FAILED)
  })

  test('refuses the same return a second time', async () => {
    const callback = await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')
    const name = `doorstep-sign-in-${callback.searchParams.get('state') ?? ''}`
    const attempt = browser.cookie(name) ?? ''
    await browser.get(callback.href)
    expect(browser.cookie(name)).toBeUndefined()
    browser.setCookie(name, attempt)
    expect((await browser.get(callback.href)).headers.location).toBe(FAILED)
  })

  test('goes on in two tabs at once', async () => {
    const begun = await Promise.all(['ashford', 'brynmor'].map((slug) => browser.get(`/backend/auth/login/${slug}`)))
    const tabs = begun.map(({ headers }) => String(headers.location))
    const backs: URL[] = []
    for (const tab of tabs) backs.push(await goThroughIssuer(browser, tab, 'staff@provider.example'))
    for (const [at, slug] of ['ashford', 'brynmor'].entries()) {
      expect((await browser.get(backs[at]?.href ?? '')).headers.location).toBe('/')
      expect((await user()).json()).toMatchObject({ organisation_auth_identifier: slug })
    }
  })

  test('keeps few attempts of a browser, and always the last one', async () => {
    for (let attempt = 0; attempt < 12; attempt++) await browser.get('/backend/auth/login/ashford')
    const callback = await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')
    expect(browser.cookieNames.filter((name) => name.startsWith('doorstep-sign-in-')).length).toBeLessThan(11)
    expect((await browser.get(callback.href)).headers.location).toBe('/')
  })

  test('refuses a return in a browser that did not begin it', async () => {
    const callback = await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')
    expect((await server().browser().get(callback.href)).headers.location).toBe(FAILED)
  })

  test('does not let in a person known to the issuer and unknown to the organisation', async () => {
    const { database } = server().services
    await server().services.people.add({
      email: 'guest@ashford.example',
      organisationId: server().seed.ashford.id,
      role: 'Viewer',
      password: PASSWORD,
    })
    const callback = await signInAtIssuer(browser, 'ashford', 'guest@ashford.example')
    // Between the issuer's page and the return, the invitation is taken back.
    await database.asSystem((tx) => tx.delete(people).where(eq(people.email, 'guest@ashford.example')))
    expect((await browser.get(callback.href)).headers.location).toBe(FAILED)
  })

  test('does not let the embedded issuer speak for an organisation that has its own', async () => {
    const { database } = server().services
    const ours = eq(organisations.slug, 'brynmor')
    await database.asSystem((tx) =>
      tx.update(organisations).set({ issuer: 'https://id.brynmor.example', clientId: 'doorstep' }).where(ours),
    )
    try {
      expect((await browser.get('/oidc/brynmor/.well-known/openid-configuration')).statusCode).toBe(404)
    } finally {
      await database.asSystem((tx) => tx.update(organisations).set({ issuer: null, clientId: null }).where(ours))
    }
  })

  test('signs out here and at the issuer, without asking', async () => {
    await browser.get((await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')).href)
    const session = browser.cookie('doorstep') ?? ''
    const answer = await browser.get('/backend/auth/logout')
    expect(answer.headers['clear-site-data']).toBe('"storage"')
    const keeping = await browser.get('/backend/auth/logout?keep=sealed')
    expect(keeping.headers['clear-site-data']).toBeUndefined()
    const end = await browser.follow(answer, (to) => to.pathname === '/login')
    expect(end.url?.pathname).toBe('/login')
    expect(await server().services.sessions.find(session)).toBeUndefined()
    // The issuer asks for the password again.
    const again = await browser.follow(await browser.get('/backend/auth/login/ashford'), isIssuersPage)
    expect(again.url).toBeDefined()
  })

  test('asks for the password again where the sessions were ended elsewhere', async () => {
    const { people: service } = server().services
    await browser.get((await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')).href)
    const { id, email } = server().seed.people.admin
    const by = { email, actor: { role: 'OrganisationAdmin' }, organisationId: server().seed.ashford.id } as const
    expect(await service.endSessions(by, id)).toBeGreaterThan(0)
    const again = await browser.follow(await browser.get('/backend/auth/login/ashford'), isIssuersPage)
    expect(again.url?.pathname).toContain('/interaction/')
  })

  test('puts no e-mail address into any address on the way out', async () => {
    await browser.get((await signInAtIssuer(browser, 'ashford', 'admin@ashford.example')).href)
    const { location } = (await browser.get('/backend/auth/logout')).headers
    const hint = new URL(String(location)).searchParams.get('id_token_hint') ?? ''
    expect(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString()).not.toContain('@')
  })
})
