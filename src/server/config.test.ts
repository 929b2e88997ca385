import { expect, test } from 'vitest'
import { readConfig } from './config'

test('an empty environment runs on this machine, on the embedded database, with the demo', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    secure: false,
    databaseUrl: undefined,
    demoAllowed: true,
    googleMapsKey: undefined,
  })
})

test('an empty variable means the same as none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', GOOGLE_MAPS_KEY: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
  })
})

test('the demo runs in production only where it is asked for', () => {
  expect(readConfig({ NODE_ENV: 'production' }).demoAllowed).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', DOORSTEP_DEMO: '1' }).demoAllowed).toBe(true)
})

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
  [{ DATABASE_URL: 'mysql://a' }, 'The setting DATABASE_URL is not valid: must be a postgresql:// address.'],
  [{ SUPPORT_EMAIL: 'help' }, 'The setting SUPPORT_EMAIL is not valid: must be an e-mail address.'],
  [{ LOG_LEVEL: 'loud' }, 'The setting LOG_LEVEL is not valid'],
])('a setting that cannot be right is named: %j', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})
