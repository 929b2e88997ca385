import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAttempts } from '../../src/server/db/schema'
import { onEngine, signInAtIssuer, startServer, type TestServer } from './harness/server'

onEngine('postgresql', 'The server', {}, (server) => {
  const get = (url: string, headers: Record<string, string> = {}) => server().app.inject({ url, headers })
  const lookUp = (domain: unknown, remoteAddress = '10.1.1.1') =>
    server().app.inject({
      method: 'POST',
      url: '/api/organisations-by-domain',
      remoteAddress,
      payload: { email_domain: domain },
    })

  test('finds organisations by e-mail domain, in whatever case', async () => {
    expect((await lookUp('Ashford.Example')).json()).toEqual({
      organisations: [{ slug: 'ashford', name: 'Ashford Council' }],
    })
    expect((await lookUp('shared.example')).json<{ organisations: unknown[] }>().organisations).toHaveLength(2)
  })

  test('answers an unknown domain in the same shape', async () => {
    const [known, unknown] = [await lookUp('ashford.example'), await lookUp('unknown.example')]
    expect(unknown.json()).toEqual({ organisations: [] })
    expect([unknown.statusCode, Object.keys(unknown.headers).sort()]).toEqual([
      known.statusCode,
      Object.keys(known.headers).sort(),
    ])
  })

  test.each([
    '',
    ' ',
    'example',
    'a@@b',
    'a@b.example',
    'x'.repeat(300),
    `${'x'.repeat(64)}.example`,
    '-a.example',
    'a..b',
    'a b.example',
    '.example',
    'http://a.example',
  ])('calls %j an invalid email domain', async (domain) => {
    const answer = await lookUp(domain, '10.1.1.2')
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([400, 'Invalid email domain'])
  })

  test('limits look-ups and sign-ins from one address, and says how long to wait', async () => {
    const lookedUp = await afterAnother(61, () => lookUp('ashford.example', '10.1.1.3'))
    expect(lookedUp.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(60).fill(200), 429])
    expect(lookedUp.at(-1)?.json()).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringMatching(/^Too many attempts\. Wait .+ and try again\.$/) as string,
    })
    expect((await lookUp('ashford.example', '10.1.1.4')).statusCode).toBe(200)
    const signIns = await afterAnother(61, () =>
      server().app.inject({ url: '/backend/auth/login/nowhere', remoteAddress: '10.1.1.3' }),
    )
    expect(signIns.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(60).fill(303), 429])
  })

  test('allows no script but its own, and no frame around it', async () => {
    const { headers } = await get('/api/session/user')
    const policy = String(headers['content-security-policy'])
    expect(directive(policy, 'script-src')).toBe("'self'")
    expect(directive(policy, 'script-src-attr')).toBe("'none'")
    expect(directive(policy, 'frame-ancestors')).toBe("'none'")
    expect(policy).not.toMatch(/google|unsafe-eval/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test("puts the same headers on the identity provider's own pages", async () => {
    const { headers, statusCode } = await get('/oidc/ashford/.well-known/openid-configuration')
    expect(statusCode).toBe(200)
    expect(directive(String(headers['content-security-policy']), 'script-src')).toBe("'self'")
  })

  test('answers an unknown address of its own with a fault, not with the app', async () => {
    for (const url of [
      '/api/nope',
      '/backend/nope',
      '/oidc/nope/auth',
      '/files/nope',
      '/assets/nope.js',
      '/%zz',
      '/..%2f..%2fetc%2fpasswd',
      '/%00',
    ]) {
      const answer = await get(url, { accept: 'text/html,*/*' })
      expect(answer.statusCode, url).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode, url).toBeLessThan(500)
    }
    expect((await get('/api/nope')).json()).toEqual({ detail: 'There is nothing at this address.', code: 'not_found' })
  })

  test('puts security headers on the answer to an address that cannot be decoded', async () => {
    const { headers, statusCode } = await get('/%zz')
    expect(statusCode).toBe(400)
    expect(directive(String(headers['content-security-policy']), 'frame-ancestors')).toBe("'none'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
  })

  test('asks who is calling before it reads what they send', async () => {
    const send = async (session: Record<string, string>, payload: string, type = 'application/json') =>
      (
        await server().app.inject({
          method: 'POST',
          url: '/api/temporary-csv',
          payload,
          headers: { 'content-type': type, ...session },
        })
      ).statusCode
    const broken: readonly [payload: string, type: string | undefined, status: number][] = [
      ['{"filter_request_list":', undefined, 400],
      ['<xml/>', 'application/xml', 415],
      [`"${'x'.repeat(5 * 1024 * 1024)}"`, undefined, 413],
    ]
    const session = await server().signedIn('admin')
    for (const [payload, type, status] of broken) {
      expect(await send({}, payload, type)).toBe(401)
      expect(await send(session, payload, type)).toBe(status)
    }
  })

  test('reads nothing that is sent to where nothing is, or by who may not, and little without a session', async () => {
    const [viewer, admin] = [await server().signedIn('viewer'), await server().signedIn('admin')]
    const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, session: Record<string, string>) => {
      const headers = { 'content-type': 'application/json', ...session }
      const answer = await server().app.inject({ method, url, headers, payload: `{"${'x'.repeat(300_000)}` })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    const nothing = [404, 'not_found']
    expect(await send('POST', '/api/nope', admin)).toEqual(nothing)
    expect(await send('PUT', '/nope', admin)).toEqual(nothing)
    expect(await send('PUT', '/api/temporary-csv', admin)).toEqual(nothing)
    expect(await send('DELETE', '/api/session/user', admin)).toEqual(nothing)
    expect(await send('POST', '/api/session/user', {})).toEqual(nothing)
    expect(await send('POST', '/api/invite-person', viewer)).toEqual([403, 'unauthorized'])
    expect(await send('POST', '/api/organisations-by-domain', admin)).toEqual([413, 'too_large'])
  })

  test('gives nobody for ever to send their headers or their request, or to read the answer', () => {
    const { headersTimeout, requestTimeout, timeout } = server().app.server
    expect({ headersTimeout, requestTimeout, timeout }).toEqual({
      headersTimeout: 30_000,
      requestTimeout: 300_000,
      timeout: 120_000,
    })
  })

  test('ends sessions with their time, and with the person', async () => {
    const { services, seed } = server()
    await services.people.add({ email: 'leaver@ashford.example', organisationId: seed.ashford.id, role: 'Viewer' })
    const leaver = await services.people.admission.findForSignIn(seed.ashford.id, 'leaver@ashford.example')
    const { id } = await services.sessions.begin({ personId: leaver?.id ?? '', organisationId: seed.ashford.id })
    const asks = async () => (await get('/api/session/user', { cookie: `doorstep=${id}` })).statusCode
    expect(await asks()).toBe(200)
    await services.database.executeSql(
      `update sessions set expires_at = now() - interval '1 second' where person_id = $1`,
      [leaver?.id],
    )
    expect(await asks()).toBe(401)
    await services.database.executeSql(
      `update sessions set expires_at = now() + interval '1 hour' where person_id = $1`,
      [leaver?.id],
    )
    expect(await asks()).toBe(200)
    await services.database.executeSql('delete from people where id = $1', [leaver?.id])
    expect(await asks()).toBe(401)
  })

  test('answers each organisation its own settings', async () => {
    const settings = async (person: 'admin' | 'other') =>
      (await get('/api/organisation-settings', await server().signedIn(person))).json<boolean>()
    expect([await settings('admin'), await settings('other')]).toEqual([true, false])
  })

  test('says where help is, and what the organisation in view is called', async () => {
    expect((await get('/api/support-contact', await server().signedIn('other'))).json()).toEqual({
      support_email: expect.stringContaining('@') as string,
      organisation_name: 'Cyngor Brynmôr',
    })
    // Of the statement that people read who cannot sign in.
    expect((await get('/api/accessibility-contact')).json()).toEqual({
      support_email: expect.stringContaining('@') as string,
    })
  })

  test('is ready while the records answer', async () => {
    const answer = await get('/health')
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ status: 'ready' })])
  })

  test('writes no personal data into its log', async () => {
    const browser = server().browser()
    const callback = await signInAtIssuer(browser, 'ashford', 'viewer@ashford.example')
    await browser.get(callback.href)
    await browser.get('/api/filter-values?filter_name=postcodes&query=SECRET1')
    await browser.get('/backend/auth/callback?code=SECRET2&state=SECRET3')
    await server().app.inject({
      method: 'POST',
      url: '/api/organisations-by-domain',
      payload: { email_domain: 'SECRET4.example' },
    })
    // What an organisation's records may make PostgreSQL quote.
    await server().services.database.asSystem((tx) => tx.delete(signInAttempts))
    const log = server().log.join('')
    expect(log).toContain('request completed')
    expect(log).not.toMatch(/SECRET\d|@|ashford\.example|127\.0\.0\.1|doorstep=/)
    expect(log).not.toContain(callback.searchParams.get('code'))
    for (const line of server().log) expect(() => JSON.parse(line) as unknown).not.toThrow()
  })

  test('names who was refused by their id', async () => {
    const { cookie } = await server().signedIn('viewer')
    expect((await get('/api/keeping', { cookie })).statusCode).toBe(403)
    const line = server().log.findLast((each) => each.includes('/api/keeping'))
    expect(JSON.parse(line ?? '')).toMatchObject({ person: server().seed.people.viewer.id, res: { statusCode: 403 } })
  })

  test('hides what went wrong on its side, and gives the number that finds it in the log', async () => {
    const { cookie } = await server().signedIn('admin')
    const { database } = server().services
    await database.executeSql('alter table basemaps rename to basemaps_away')
    try {
      const answer = await get('/api/basemap', { cookie })
      const number = String(answer.headers['x-request-id'])
      expect([answer.statusCode, answer.json()]).toEqual([
        500,
        {
          code: 'internal_error',
          detail: `Something went wrong on our side. Try again; if it happens again, tell your helpdesk this number: ${number}`,
        },
      ])
      const line = server().log.find((entry) => entry.includes('The request failed') && entry.includes(number))
      expect(line).toContain('stack')
      expect(line).not.toContain(server().seed.ashford.id)
    } finally {
      await database.executeSql('alter table basemaps_away rename to basemaps')
    }
  })
})

describe('In production, at its own address, with Google Maps', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer('embedded', {
      NODE_ENV: 'production',
      DOORSTEP_URL: 'https://doorstep.council.example',
      GOOGLE_MAPS_KEY: 'a-key',
    })
  })
  afterAll(() => server.close())

  test('names Google’s hosts for scripts and still no unsafe ones, and demands TLS', async () => {
    const { headers } = await server.app.inject('/api/session/user')
    const scripts = directive(String(headers['content-security-policy']), 'script-src')
    expect(scripts).toContain('https://maps.googleapis.com')
    expect(scripts).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/)
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
  })

  test('does not run the embedded identity provider', async () => {
    expect((await server.app.inject('/oidc/ashford/.well-known/openid-configuration')).statusCode).toBe(404)
    expect((await server.app.inject('/backend/auth/login/ashford')).headers.location).toBe(
      '/login?error=sign_in_failed',
    )
  })

  test('sends cookies over TLS only, bound to this very host', async () => {
    const { cookies } = await server.app.inject('/backend/auth/logout')
    expect(cookies).toMatchObject([
      { name: '__Host-doorstep', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' },
    ])
  })
})

const directive = (policy: string, name: string): string | undefined =>
  policy
    .split(';')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1)

async function afterAnother<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let time = 0; time < times; time++) answers.push(await work())
  return answers
}

describe.each(['true', '1', 'loopback, 10.0.0.0/8'])(
  'The server behind a proxy that appends, TRUST_PROXY=%s',
  (value) => {
    let server: TestServer
    beforeAll(async () => {
      server = await startServer('embedded', { TRUST_PROXY: value })
    })
    afterAll(() => server.close())

    const lookUp = (forged: string, caller: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/organisations-by-domain',
        remoteAddress: '10.1.1.1',
        headers: { 'x-forwarded-for': `${forged}, ${caller}` },
        payload: { email_domain: 'ashford.example' },
      })

    test('limits callers who claim another address each time, and not others', async () => {
      const statuses: number[] = []
      for (let index = 0; index < 61; index++)
        statuses.push((await lookUp(`198.51.100.${index}`, '203.0.113.7')).statusCode)
      expect(statuses).toEqual([...Array<number>(60).fill(200), 429])
      expect((await lookUp('198.51.100.1', '203.0.113.8')).statusCode).toBe(200)
    })
  },
)

test('the API’s description is for signed-in people, and can be off', async () => {
  const server = await startServer('embedded')
  const read = (url: string, headers = {}) => server.app.inject({ url, headers }).then(({ statusCode }) => statusCode)
  const pages = ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/index.html']
  for (const page of pages) expect(await read(page), page).toBe(401)
  expect(await read('/api/docs/json', await server.signedIn('viewer'))).toBe(200)
  await server.close()
  const off = await startServer('embedded', { API_DOCS: 'off' })
  expect(await off.app.inject({ url: '/api/docs/json', headers: await off.signedIn('viewer') })).toMatchObject({
    statusCode: 404,
  })
  await off.close()
})
