/** What can be wrong between Doorstep and an issuer: the log, `identity` and `doctor` each tell it apart from the rest. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { examineIdentity } from '../../src/server/cli/doctor/identity'
import { reachOutBy } from '../../src/server/clients/outbound'
import { readConfig } from '../../src/server/config'
import { openDatabase } from '../../src/server/db/database'
import { registry } from '../../src/server/lib/metrics'
import { makeAuthority, startTlsServer, type Authority } from './harness/authority'
import { runCommand } from './harness/command'
import { freshPostgres } from './harness/engines'
import { CLIENT_SECRET, OTHER_CLIENT, startForeignIssuer, type ForeignIssuer } from './harness/foreignIssuer'
import { freePort } from './harness/freePort'
import { seed } from './harness/seed'
import { serve, type TestServer } from './harness/server'

const CALLBACK = '/backend/auth/callback'
const OFFICER = { email: 'admin@ashford.example', email_verified: true }
const WARNING = 40

let server: TestServer
let council: ForeignIssuer
let authority: Authority
let settings: Record<string, string>

beforeAll(async () => {
  const { url, drop } = await freshPostgres(inject('postgresTemplate'))
  settings = { DATABASE_URL: url, DOORSTEP_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
  const environment = { DOORSTEP_SECRET_KEY: settings.DOORSTEP_SECRET_KEY ?? '' }
  const prepare = ({ database }: { database: Parameters<typeof seed>[0] }) => seed(database)
  server = await serve(await openDatabase({ url }), { engine: 'postgresql', environment, prepare })
  council = await startForeignIssuer(server.origin, CALLBACK)
  authority = makeAuthority()
  return async () => {
    await server.close()
    await council.close()
    authority.remove()
    await drop()
  }
})
beforeEach(() => {
  Object.assign(council, { claims: OFFICER, untrue: {}, refusal: undefined, clockAheadSeconds: 0 })
})
afterEach(() => reachOutBy({ certificates: [], proxy: undefined, exceptions: [] }))

interface Told {
  readonly url?: string
  readonly secret?: string
}

const keep = ({ url = council.url, secret = CLIENT_SECRET }: Told, clientSecretEnds: string | null = null) =>
  server.services.identity.setOrganisations('ashford', {
    issuer: url,
    clientId: 'doorstep',
    clientSecret: secret,
    clientSecretEnds,
    sendsIss: true,
    trustsEmailDomains: false,
    strengths: [],
  })
const give = ({ url = council.url, secret = CLIENT_SECRET }: Told, ...words: string[]) =>
  runCommand(
    server.services,
    ...['identity', 'ashford', '--issuer', url, '--client-id', 'doorstep', '--client-secret', secret, ...words],
  )
const examined = (more: Record<string, string> = {}, now?: Date) =>
  examineIdentity(readConfig({ ...settings, ...more }), now)

const refusalLine = z.object({
  level: z.number(),
  organisation: z.string().nullable(),
  code: z.string(),
  reason: z.string(),
  told: z.string().optional(),
})

/** Signs in as far as it goes. @returns where it ends, and what the log then says last of a refusal */
async function signIn() {
  const browser = server.browser()
  const began = String((await browser.get('/backend/auth/login/ashford')).headers.location)
  const ended = began.startsWith('/') ? began : String((await browser.get(await council.visit(began))).headers.location)
  const lines = server.log.filter((line) => line.includes('A sign-in was refused'))
  return { ended, refusal: lines.length > 0 ? refusalLine.parse(JSON.parse(lines.at(-1) ?? '')) : undefined }
}

const counted = async (reason: string) =>
  (await registry.getSingleMetricAsString('doorstep_refused_sign_ins_total')).match(
    new RegExp(`reason="${reason}"\\} (\\d+)`),
  )?.[1]

async function startOverTls(days: number): Promise<string> {
  const { port, close } = await startTlsServer(authority.issue(days), (_, response) => response.writeHead(404).end())
  onTestFinished(close)
  return `https://localhost:${port}`
}

const past = () => Math.floor(Date.now() / 1_000) - 300

interface Case {
  readonly fault: string
  readonly words: string
  /** Makes it so. */
  readonly arrange: () => Told | Promise<Told>
  /** Whether it shows before anybody signs in. */
  readonly shows: boolean
  readonly told?: string
}

const CASES: readonly Case[] = [
  {
    fault: 'client_refused',
    words: 'refuses the client ID or its secret',
    arrange: () => ({ secret: 'another' }),
    shows: true,
    told: 'client authentication failed',
  },
  {
    fault: 'client_secret_expired',
    words: 'client secret has expired',
    arrange() {
      const error_description = "AADSTS7000222: The client secret keys for app 'Jo Smith' are expired. jo@a.example"
      council.refusal = { error: 'invalid_client', error_description }
      return {}
    },
    shows: true,
    told: 'AADSTS7000222: The client secret keys for app … are expired. …',
  },
  {
    fault: 'wrong_issuer',
    words: 'calls itself by another name',
    arrange: () => ({ url: council.url.replace('localhost', '127.0.0.1') }),
    shows: true,
  },
  {
    fault: 'wrong_audience',
    words: 'for another client',
    arrange() {
      council.untrue = { aud: 'somebody-else' }
      return {}
    },
    shows: false,
  },
  {
    fault: 'clock',
    words: 'clocks of this machine and of the issuer differ',
    arrange() {
      council.untrue = { exp: past() }
      council.clockAheadSeconds = -600
      return {}
    },
    shows: false,
  },
  {
    fault: 'token_expired',
    words: 'had expired when it came, though the clocks agree',
    arrange() {
      council.untrue = { exp: past() }
      return {}
    },
    shows: false,
  },
  {
    fault: 'host_unknown',
    words: 'host is not known',
    arrange: () => ({ url: 'https://id.nowhere.invalid' }),
    shows: true,
  },
  {
    fault: 'authority_unknown',
    words: 'authority that is not trusted',
    arrange: async () => ({ url: await startOverTls(2) }),
    shows: true,
  },
  {
    fault: 'certificate_expired',
    words: 'certificate has expired',
    async arrange() {
      await reachOutBy({ certificates: [authority.pem], proxy: undefined, exceptions: [] })
      return { url: await startOverTls(-1) }
    },
    shows: true,
  },
  {
    fault: 'not_an_issuer',
    words: 'no OpenID Connect issuer',
    async arrange() {
      await reachOutBy({ certificates: [authority.pem], proxy: undefined, exceptions: [] })
      return { url: await startOverTls(2) }
    },
    shows: true,
  },
  {
    fault: 'no_connection',
    words: 'refuses the connection',
    arrange: async () => ({ url: `http://localhost:${await freePort()}` }),
    shows: true,
  },
]

test('nothing is found where nothing is wrong', async () => {
  expect(await give({})).not.toContain('sign in once')
  expect(await examined()).toEqual([])
  expect((await signIn()).ended).toBe('/')
})

describe.each(CASES)('$fault', ({ fault, words, arrange, shows, told }) => {
  test('is a warning of its own in the log, and counted', async () => {
    await keep(await arrange())
    const before = Number(await counted(fault))
    const { ended, refusal } = await signIn()
    expect(ended).toBe('/login?error=sign_in_failed')
    expect(refusal).toMatchObject({ level: WARNING, organisation: 'ashford', code: fault, ...(told && { told }) })
    expect(refusal?.reason).toContain(words)
    expect(Number(await counted(fault))).toBe(before + 1)
  })

  test.runIf(shows)('is said by identity, which changes nothing, and by doctor', async () => {
    const wrong = await arrange()
    const { issuer } = await keep(wrong)
    const said = expect(give(wrong)).rejects
    await said.toThrow(words)
    await said.toThrow(/Nothing was changed\.$/)
    expect((await server.services.organisations.findBySlug('ashford'))?.issuer).toBe(issuer)
    const [finding, ...others] = await examined()
    expect(others).toEqual([])
    expect(finding?.what).toMatch(/^The issuer of ashford, http/)
    expect(finding?.what).toContain(words)
    expect(finding?.what).toContain(told ?? '')
    expect(finding?.cure).not.toBe('')
  })
})

test('a clock that is off is said by identity and doctor before anybody signs in', async () => {
  council.clockAheadSeconds = 120
  expect(await give({})).toMatch(/The clock of the issuer is 1[12]\d s ahead of this machine’s\./)
  expect(await examined()).toEqual([
    expect.objectContaining({
      what: expect.stringMatching(/^The clock of the issuer of ashford is 1[12]\d s ahead/) as string,
    }),
  ])
})

describe('a client secret', () => {
  const ends = (day: string, now: string) =>
    give({}, '--client-secret-ends', day).then(() => examined({}, new Date(now)))

  test.each([
    ['2027-01-31', '2026-12-31T12:00:00Z', undefined],
    ['2027-01-31', '2027-01-02T12:00:00Z', 'ends in 29 days, on 2027-01-31'],
    ['2027-01-31', '2027-01-31T12:00:00Z', 'ends on 2027-01-31'],
    ['2027-01-31', '2027-02-01T12:00:00Z', 'ended on 2027-01-31'],
  ])('that ends on %s is reported at %s: %s', async (day, now, words) => {
    expect((await ends(day, now)).map(({ what }) => what)).toEqual(
      words === undefined ? [] : [`The client secret of ashford ${words}.`],
    )
  })

  test('that is set again without its end, ends no more', async () => {
    await ends('2027-01-31', '2027-01-30')
    await give({})
    expect(await examined({}, new Date('2027-01-30'))).toEqual([])
  })

  test('that cannot be opened is reported with its key', async () => {
    await give({})
    const [finding] = await examined({ DOORSTEP_SECRET_KEY: Buffer.alloc(32, 2).toString('base64') })
    expect(finding?.what).toContain('The client secret of ashford can no longer be read.')
  })

  test('ends on a day', async () => {
    await expect(give({}, '--client-secret-ends', '31/01/2027')).rejects.toThrow('as 2027-01-31')
  })
})

test('in production a provider and organisations without an issuer are told of', async () => {
  await give({})
  const production = { NODE_ENV: 'production' }
  expect((await examined(production)).map(({ what }) => what)).toEqual([
    'The provider has no issuer, so that no super administrator can sign in and no campaign can be sent.',
    expect.stringMatching(/^brynmor has no issuer/),
  ])
  expect(await examined({ ...production, DOORSTEP_DEMO: '1' })).toEqual([])
})

describe('where council and provider share an issuer', () => {
  const STAFF = 'staff@provider.example'
  const at = (client: string) => ['--issuer', council.url, '--client-id', client, '--client-secret', CLIENT_SECRET]

  beforeAll(async () => {
    await give({})
    await runCommand(server.services, 'provider', 'identity', ...at(OTHER_CLIENT), '--domain', 'provider.example')
  })
  afterAll(() => runCommand(server.services, 'provider', 'identity', '--remove'))

  const clientAtLogout = async (slug: string, email: string) => {
    council.claims = { email, email_verified: true }
    const browser = server.browser()
    const began = String((await browser.get(`/backend/auth/login/${slug}`)).headers.location)
    const back = await browser.get(await council.visit(began))
    const isChoice = String(back.headers.location).includes('step=organisation')
    const away = await browser.get(isChoice ? '/backend/auth/provider/cancel' : '/backend/auth/logout')
    return new URL(String(away.headers.location)).searchParams.get('client_id')
  }

  test('each is signed out as the client that it signed in by', async () => {
    expect(await clientAtLogout('ashford', OFFICER.email)).toBe('doorstep')
    expect(await clientAtLogout('provider', STAFF)).toBe(OTHER_CLIENT)
    const { seed: seeded, services } = server
    // As after the choice of an organisation.
    council.claims = { email: STAFF, email_verified: true }
    const choose = vi.spyOn(services.organisations, 'list')
    const [only] = await services.organisations.list()
    choose.mockResolvedValue(only ? [only] : [])
    expect(only?.id).toBe(seeded.ashford.id)
    expect(await clientAtLogout('provider', STAFF)).toBe(OTHER_CLIENT)
  })
})
