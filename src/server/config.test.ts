import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config'

test('an empty environment runs on this machine, on the embedded database, with the demo', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    secure: false,
    databaseUrl: undefined,
    googleMapsKey: undefined,
  })
})

test('an empty variable means the same as none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', GOOGLE_MAPS_KEY: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
  })
})

test.each([
  [{}, { embeddedProvider: true, demoAccounts: true, demoData: true }],
  [{ DOORSTEP_DEMO: '0' }, { embeddedProvider: true, demoAccounts: true, demoData: false }],
  [
    { DOORSTEP_URL: 'https://doorstep.council.example' },
    { embeddedProvider: true, demoAccounts: false, demoData: false },
  ],
  [{ NODE_ENV: 'production' }, { embeddedProvider: false, demoAccounts: false, demoData: false }],
  [
    { NODE_ENV: 'production', DOORSTEP_DEMO: '1' },
    { embeddedProvider: true, demoAccounts: false, demoData: false },
  ],
])(
  'the demo stays on this machine and out of production, where the embedded provider runs only when asked for: %j',
  (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected)
  },
)

test.each([
  ['http://localhost:8080', false],
  ['http://127.0.0.1:8080/', false],
  ['https://doorstep.council.example/', true],
])('cookies are secure outside this machine: %s', (address, secure) => {
  const config = readConfig({ DOORSTEP_URL: address })
  expect([config.secure, config.publicUrl]).toEqual([secure, address.replace(/\/$/, '')])
})

test('under `npm run dev` people use the address of Vite', () => {
  expect(readConfig({ npm_lifecycle_event: 'dev' }).publicUrl).toBe('http://localhost:5173')
})

test('people who are stuck write to the address of the operator; only the demo has one of its own', () => {
  expect(readConfig({}).supportEmail).toBe('support@doorstep.example')
  expect(readConfig({ SUPPORT_EMAIL: 'help@provider.example' }).supportEmail).toBe('help@provider.example')
  expect(readConfig({ DOORSTEP_DEMO: '0' }).supportEmail).toBeUndefined()
})

test.each([
  [{ PORT: '99999' }, 'The setting PORT is not valid'],
  [{ DOORSTEP_URL: 'doorstep' }, 'The setting DOORSTEP_URL is not valid: must be an http or https address.'],
  [{ DOORSTEP_URL: 'http://10.0.0.7:3000' }, 'must begin with https:// where it is not on this machine.'],
  [{ DATABASE_URL: 'mysql://a' }, 'The setting DATABASE_URL is not valid: must be a postgresql:// address.'],
  [{ SUPPORT_EMAIL: 'help' }, 'The setting SUPPORT_EMAIL is not valid: must be an e-mail address.'],
  [{ LOG_LEVEL: 'loud' }, 'The setting LOG_LEVEL is not valid'],
])('a setting that cannot be right is named: %j', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

describe('a secret in a file', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'doorstep-secrets-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (content: string) => {
    const file = join(folder, 'secret')
    writeFileSync(file, content)
    return file
  }

  test('is read without its last line break', () => {
    const url = 'postgresql://doorstep:secret@db/doorstep'
    expect(readConfig({ DATABASE_URL_FILE: write(`${url}\n`) }).databaseUrl).toBe(url)
  })

  test.each([
    [
      'is refused where the setting is there too',
      { CALCULATOR_SECRET: 'a' },
      'CALCULATOR_SECRET or CALCULATOR_SECRET_FILE',
    ],
    ['is refused where it is empty', {}, 'is empty'],
  ])('%s', (_, environment, message) => {
    expect(() => readConfig({ ...environment, CALCULATOR_SECRET_FILE: write('\n') })).toThrow(message)
  })
})

const KEY = 'doorstep-26785a09-ab16-4eb0-8407-a37497a57506-3d844edf-8d35-48ac-975b-e847b4f122b0'
const TEMPLATE = 'f33517ff-2a88-4f6e-b855-c550268ce08a'

test('with a key messages go to GOV.UK Notify, or where NOTIFY_URL says', () => {
  expect(readConfig({}).notify).toBeUndefined()
  expect(readConfig({ NOTIFY_API_KEY: KEY, NOTIFY_SMS_TEMPLATE_ID: TEMPLATE }).notify).toEqual({
    key: KEY,
    smsTemplateId: TEMPLATE,
    url: 'https://api.notifications.service.gov.uk',
  })
  const elsewhere = { NOTIFY_API_KEY: KEY, NOTIFY_SMS_TEMPLATE_ID: TEMPLATE, NOTIFY_URL: 'http://localhost:6011/' }
  expect(readConfig(elsewhere).notify?.url).toBe('http://localhost:6011')
})

test.each([
  [{ NOTIFY_API_KEY: KEY }, 'NOTIFY_API_KEY is set without NOTIFY_SMS_TEMPLATE_ID'],
  [{ NOTIFY_API_KEY: KEY.slice(0, -5) }, 'The setting NOTIFY_API_KEY is not valid'],
  [{ NOTIFY_CALLBACK_TOKEN: 'short' }, 'The setting NOTIFY_CALLBACK_TOKEN is not valid'],
])('half a setting of GOV.UK Notify stops the start: %j', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test.each([
  [undefined, false],
  ['false', false],
  ['true', 1],
  ['2', 2],
  ['loopback, 10.0.0.0/8,::1', ['loopback', '10.0.0.0/8', '::1']],
])('TRUST_PROXY=%s trusts %j', (value, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(trustProxy)
})

test.each(['11', '-1', 'proxy', '10.0.0.0/33', '10.0.0.1/8/8', 'yes'])('TRUST_PROXY=%s is refused', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow('The setting TRUST_PROXY is not valid')
})

describe('an authority and a proxy of one’s own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-authority-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileOf = (text: string) => {
    const file = join(folder, 'ca.pem')
    writeFileSync(file, text)
    return file
  }
  const faultsOf = (environment: Record<string, string>) => {
    try {
      return readConfig(environment)
    } catch (error) {
      return error instanceof Error ? error.message.split('\n') : error
    }
  }

  test.each([
    ['holds no certificate', 'nothing'],
    ['holds a damaged certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ])('a file that %s is refused', (words, text) => {
    expect(faultsOf({ DOORSTEP_CA_FILE: fileOf(text) })).toEqual([expect.stringContaining(words)])
  })

  test('all that is wrong is said at once, without the proxy’s password', () => {
    const faults = faultsOf({
      PORT: 'x',
      DOORSTEP_CA_FILE: '/nowhere/ca.pem',
      OUTBOUND_PROXY: 'socks5://doorstep:secret@proxy.example',
      OUTBOUND_PROXY_EXCEPTIONS: 'good.example, http://bad.example',
    })
    expect(faults).toEqual([
      expect.stringContaining('PORT'),
      expect.stringContaining('The setting OUTBOUND_PROXY is not valid: must be an http or https address'),
      expect.stringContaining('The setting OUTBOUND_PROXY_EXCEPTIONS is not valid'),
      expect.stringContaining('DOORSTEP_CA_FILE names /nowhere/ca.pem, which this user cannot read'),
    ])
    expect(String(faults)).not.toContain('secret')
  })

  test('a proxy’s address has no path, and exceptions need a proxy', () => {
    expect(faultsOf({ OUTBOUND_PROXY: 'http://proxy.example/pac' })).toEqual([expect.stringContaining('alone')])
    expect(faultsOf({ OUTBOUND_PROXY_EXCEPTIONS: 'a.example' })).toEqual([
      expect.stringContaining('without OUTBOUND_PROXY'),
    ])
    const file = join(folder, 'proxy')
    writeFileSync(file, 'http://a:b@proxy.example:3128\n')
    const environment = { OUTBOUND_PROXY_FILE: file, OUTBOUND_PROXY_EXCEPTIONS: 'A.example, .council.example 10.0.0.5' }
    expect(readConfig(environment).outbound).toEqual({
      certificates: [],
      proxy: 'http://a:b@proxy.example:3128',
      exceptions: ['a.example', '.council.example', '10.0.0.5'],
    })
  })
})
