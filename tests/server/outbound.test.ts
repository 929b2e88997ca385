/** An authority of one's own and an outbound proxy: every client is tried with both, and without either. */
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createProgram } from '../../src/server/cli/commands/program'
import { createCalculatorClient } from '../../src/server/clients/calculator'
import { createModelClient } from '../../src/server/clients/llm'
import { createNotifyClient } from '../../src/server/clients/notifyClient'
import { createOidcClient } from '../../src/server/clients/oidc'
import { reachOutBy } from '../../src/server/clients/outbound'
import { createObjectStore } from '../../src/server/clients/s3'
import { createTraceExporter } from '../../src/server/clients/tracing'
import { readConfig } from '../../src/server/config'
import { openDatabase } from '../../src/server/db/database'
import { makeAuthority, startProxy, startTlsBeforePostgres, startTlsServer, type Authority } from './harness/authority'
import { freshPostgres } from './harness/engines'

let authority: Authority
let proxy: Awaited<ReturnType<typeof startProxy>>
let others: Awaited<ReturnType<typeof startTlsServer>>
/** No name server knows it: only the proxy finds it. */
let address: string

beforeAll(async () => {
  authority = makeAuthority()
  proxy = await startProxy()
  others = await startTlsServer(authority.issue(), answer)
  address = `https://others.council.test:${others.port}`
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', address)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})
afterAll(() => {
  vi.unstubAllEnvs()
  proxy.close()
  others.close()
  authority.remove()
})
afterEach(async () => {
  await reachOutBy({ certificates: [], proxy: undefined, exceptions: [] })
  proxy.asked.length = 0
})

/** Answers as all of those stand-ins do. */
const answer: RequestListener = (request, response) => {
  const origin = `https://${request.headers.host ?? ''}`
  if (request.url?.includes('/chat/completions')) {
    const chunk = { choices: [{ index: 0, delta: { content: 'Words.' } }] }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
    return
  }
  if (/[?&](cors|lifecycle|versioning)=/.test(request.url ?? '')) {
    response.end('<?xml version="1.0"?><Rules/>')
    return
  }
  const endpoints = { authorization_endpoint: origin, token_endpoint: origin, jwks_uri: origin }
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ issuer: origin, ...endpoints, notifications: [] }))
}

const ID = '00000000-0000-4000-8000-000000000000'
const noWait = () => Promise.resolve()

const CLIENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'the identity provider': () =>
    createOidcClient().begin(
      { url: address, clientId: 'a', clientSecret: 'b', sendsIss: false, trustedDomains: [] },
      address,
    ),
  'GOV.UK Notify': async () => {
    const settings = { url: address, key: `k-${ID}-${ID}`, smsTemplateId: ID }
    const { kind } = await createNotifyClient(settings).findByReference('a')
    if (kind !== 'absent') throw new Error(kind)
  },
  'the bucket': () => createObjectStore({ bucket: 'b', endpoint: address, region: 'eu-west-2' }).sizeOf('a'),
  'the calculator': () =>
    createCalculatorClient({ url: address, secret: 'a' }, noWait).deliver({ idempotencyKey: 'a', body: '{}' }),
  'the language model': async () => {
    const model = createModelClient({ url: address, model: 'small', key: undefined })
    for await (const _ of model.write([{ role: 'user', content: 'a' }], new AbortController().signal)) return
  },
  'the collector of traces': async () => {
    const exporter = await createTraceExporter(address)
    const { error } = await new Promise<{ error?: Error }>((resolve) => exporter.export([], resolve))
    await exporter.shutdown()
    if (error) throw error
  },
}

const settings = (given: Record<string, string>) => reachOutBy(readConfig(given).outbound)
const through = (login = '') => `http://${login}127.0.0.1:${proxy.port}`

test.each(Object.entries(CLIENTS))('%s is reached with both', async (_, use) => {
  await settings({ DOORSTEP_CA_FILE: authority.file, OUTBOUND_PROXY: through() })
  await use()
  expect(new Set(proxy.asked)).toEqual(new Set([new URL(address).host]))
})

test.each(Object.entries(CLIENTS))('%s is not reached without either', async (_, use) => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100')
  await settings({ OUTBOUND_PROXY: through() })
  await expect(use()).rejects.toThrow()
  expect(proxy.asked).not.toEqual([])
  proxy.asked.length = 0
  const direct = { OUTBOUND_PROXY: through(), OUTBOUND_PROXY_EXCEPTIONS: 'elsewhere.test, .council.test' }
  await settings({ DOORSTEP_CA_FILE: authority.file, ...direct })
  await expect(use()).rejects.toThrow()
  expect(proxy.asked).toEqual([])
})

test('the authority is trusted without a proxy too, and Node’s own still are not everybody’s', async () => {
  const here = `https://localhost:${others.port}`
  await expect(fetch(here)).rejects.toThrow()
  await settings({ DOORSTEP_CA_FILE: authority.file })
  expect((await fetch(here)).status).toBe(200)
})

test('the proxy is told its login, and this machine is reached without it', async () => {
  await settings({ DOORSTEP_CA_FILE: authority.file, OUTBOUND_PROXY: through('doorstep:s%40fe@') })
  await fetch(address)
  await createObjectStore({ bucket: 'b', endpoint: address, region: 'eu-west-2' }).sizeOf('a')
  const login = `Basic ${Buffer.from('doorstep:s@fe').toString('base64')}`
  expect(proxy.logins.slice(-2)).toEqual([login, login])
  proxy.asked.length = 0
  expect((await fetch(`https://localhost:${others.port}`)).status).toBe(200)
  expect(proxy.asked).toEqual([])
})

test('PostgreSQL is reached over TLS with the authority alone', async () => {
  const { url, drop } = await freshPostgres()
  onTestFinished(drop)
  const front = await startTlsBeforePostgres(authority.issue(), Number(new URL(url).port))
  onTestFinished(front.close)
  const secure = new URL(url)
  secure.port = String(front.port)
  secure.searchParams.set('sslmode', 'verify-full')
  await expect(openDatabase({ url: secure.href })).rejects.toThrow(/is not trusted .*DOORSTEP_CA_FILE/)
  await settings({ DOORSTEP_CA_FILE: authority.file })
  const database = await openDatabase({ url: secure.href })
  await database.close()
})

test('the doctor goes the same way', async () => {
  vi.stubEnv('DOORSTEP_DATA', tmpdir())
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('SOFFICE_PATH', 'none')
  vi.stubEnv('NOTIFY_API_KEY', `k-${ID}-${ID}`)
  vi.stubEnv('NOTIFY_SMS_TEMPLATE_ID', ID)
  vi.stubEnv('NOTIFY_URL', address)
  vi.stubEnv('OUTBOUND_PROXY', through())
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const doctor = () => createProgram(async () => {}).parseAsync(['doctor'], { from: 'user' })
  await expect(doctor()).rejects.toThrow()
  expect(lines.join('\n')).toContain('GOV.UK Notify does not answer.')
  lines.length = 0
  vi.stubEnv('DOORSTEP_CA_FILE', authority.file)
  await doctor().catch(() => {})
  expect(lines.join('\n')).not.toContain('GOV.UK Notify')
})

test('the command that sets the rules of the bucket goes the same way', async () => {
  vi.stubEnv('S3_BUCKET', 'doorstep')
  vi.stubEnv('S3_ENDPOINT', address)
  vi.stubEnv('OUTBOUND_PROXY', through())
  vi.stubEnv('DOORSTEP_CA_FILE', '')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const bucket = () => createProgram(async () => {}).parseAsync(['bucket'], { from: 'user' })
  await expect(bucket()).rejects.toThrow(/could not be set \(.*certificate.*\)\. To see .* doctor$/)
  vi.stubEnv('DOORSTEP_CA_FILE', authority.file)
  await bucket()
  expect(new Set(proxy.asked)).toEqual(new Set([new URL(address).host]))
})
