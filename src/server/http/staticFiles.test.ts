import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressionPlugin } from './compression'
import { staticFilesPlugin } from './staticFiles'

const folder = mkdtempSync(join(tmpdir(), 'doorstep-static-'))
let app: FastifyInstance

beforeAll(async () => {
  for (const page of ['index.html', 'login.html', 'map.html']) writeFileSync(join(folder, page), `This is ${page}`)
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/part.js'), 'as it is')
  writeFileSync(join(folder, 'assets/part.js.br'), brotliCompressSync('as the build made it'))
  app = Fastify()
  await app.register(cookie)
  await compressionPlugin(app)
  await staticFilesPlugin(app, { secure: false }, folder)
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['/', 'map.html'],
  ['/streetview', 'map.html'],
  ['/login', 'login.html'],
  ['/login?error=session_ended', 'login.html'],
  ['/settings', 'index.html'],
  ['/campaigns/new', 'index.html'],
])('answers %s with %s', async (url, page) => {
  const { body, headers } = await app.inject({ url, headers: { accept: 'text/html', cookie: 'doorstep=session' } })
  expect(body).toBe(`This is ${page}`)
  expect(headers['cache-control']).toBe('no-cache')
})

test.each(['/', '/streetview'])('does not name the map’s files at %s to those without a session', async (url) => {
  const { body, headers } = await app.inject({ url, headers: { accept: 'text/html' } })
  expect(body).toBe('This is index.html')
  expect(headers['vary']).toContain('cookie')
})

test('sends what the build has compressed, and to those who cannot read it the file itself', async () => {
  const small = await app.inject({ url: '/assets/part.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.headers['cache-control']).toContain('immutable')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe('as the build made it')
  expect((await app.inject({ url: '/assets/part.js' })).body).toBe('as it is')
})

test.each([
  ['/', 'index.html'],
  ['/login', 'login.html'],
])('answers %s to everything', async (url, page) => {
  expect((await app.inject({ url, headers: { accept: '*/*' } })).body).toBe(`This is ${page}`)
})

test.each(['*/*', 'application/json', undefined])(
  'a program that accepts %s gets no page for an unknown address',
  async (accept) => {
    for (const url of ['/metrics', '/ready', '/streetview'])
      expect((await app.inject({ url, headers: accept === undefined ? {} : { accept } })).statusCode).toBe(404)
  },
)
