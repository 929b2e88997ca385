import { createHash } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readWhole } from '../../src/server/modules/platform/files/service'
import { startServer, type TestServer } from './harness/server'

// Files know no records: one engine says all there is to say.
let server: TestServer
beforeAll(async () => {
  server = await startServer('embedded')
})
afterAll(() => server.close())

const PDF = Buffer.from('%PDF-1.7 made up')
const NOT_VALID = { code: 'address_not_valid', detail: 'This address is not valid.' }
let count = 0
const newKey = (name = 'a letter & (more) é.pdf') => `tests/${++count}/${name}`
const { files } = { files: () => server.services.files }
const get = (url: string) => server.app.inject({ method: 'GET', url })
const put = (url: string, payload: Buffer | Readable, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'application/pdf', ...headers } })
const upload = async (key: string, maxBytes = 100) => {
  const { database, uploads } = server.services
  const { id } = server.seed.ashford
  await database.forOrganisation(id, (tx) => uploads.expect(tx, id, [{ key, bytes: maxBytes }]))
  return files().putUrl(key, { expiresInSeconds: 60, maxBytes, contentType: 'application/pdf' })
}
const stored = async (key: string) => {
  const content = await files().open(key)
  return content && readWhole(content, 1_000_000)
}
const halfMade = () => readdir(join(server.services.config.dataFolder, 'scratch')).catch(() => [])

test('an object is stored, replaced, told about, read and removed', async () => {
  const key = newKey()
  expect(await files().stat(key)).toBeUndefined()
  expect(await files().open(key)).toBeUndefined()
  await files().put(key, Readable.from([Buffer.from('one'), Buffer.from(' two')]), 'application/pdf')
  await files().put(key, PDF, 'application/pdf')
  expect(await files().stat(key)).toEqual({ bytes: PDF.length })
  expect(await stored(key)).toEqual(PDF)
  await files().remove(key)
  await files().remove(key)
  expect(await files().open(key)).toBeUndefined()
})

test('what breaks off while it is stored leaves what was there', async () => {
  const key = newKey()
  await files().put(key, PDF, 'application/pdf')
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('The line is gone.')
  }
  await expect(files().put(key, Readable.from(broken()), 'application/pdf')).rejects.toThrow('The line is gone.')
  expect(await stored(key)).toEqual(PDF)
  expect(await halfMade()).toEqual([])
})

test.each(['../secret', 'a/../b', '/etc/passwd', 'a', 'a//b', 'a/.hidden', 'a/b\0', 'a\\b/c', 'a/..', 'a/b..c'])(
  '%j is no key',
  async (key) => {
    await expect(files().put(key, PDF, 'x')).rejects.toThrow('This is not the key of a file.')
    await expect(files().getUrl(key, { expiresInSeconds: 60 })).rejects.toThrow('This is not the key of a file.')
  },
)

test('a PDF is shown in our own pages only, and kept nowhere', async () => {
  const key = newKey()
  await files().put(key, PDF, 'application/pdf')
  const url = await files().getUrl(key, { expiresInSeconds: 60 })
  expect(decodeURIComponent(new URL(url, server.origin).pathname)).toBe(`/files/${key}`)
  const answer = await get(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toEqual(PDF)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline',
    'content-length': String(PDF.length),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': "frame-ancestors 'self'; base-uri 'none'",
  })
})

test('anything else, and what has a name to save it under, is saved', async () => {
  const key = newKey('list.csv')
  await files().put(key, Buffer.from('a,b'), 'text/csv')
  expect((await get(await files().getUrl(key, { expiresInSeconds: 60 }))).headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment',
  })
  const named = await get(
    await files().getUrl(key, { expiresInSeconds: 60, downloadName: 'é "x"\r\n.csv', contentType: 'text/plain' }),
  )
  expect(named.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': `attachment; filename="_ _x___.csv"; filename*=UTF-8''%C3%A9%20%22x%22%0D%0A.csv`,
  })
})

test('an address serves its one object, its one method, its one size, for its minutes', async () => {
  const [key, other] = [newKey(), newKey()]
  await files().put(key, PDF, 'application/pdf')
  await files().put(other, PDF, 'application/pdf')
  const url = await files().getUrl(key, { expiresInSeconds: 60 })
  const path = (of: string) => `/files/${of.split('/').map(encodeURIComponent).join('/')}`
  for (const changed of [
    url.replace(path(key), path(other)),
    url.replace(/expires=\d+/, `expires=${Date.now()}`),
    `${url}&name=evil.exe`,
    `${url}&type=text%2Fhtml`,
    url.replace(/signature=.*/, 'signature='),
    url.replace(/signature=.*/, `signature=${createHash('sha256').update('x').digest('base64url')}`),
    url.replace(/\?.*/, ''),
    `${path(key)}?expires=x&signature=y`,
    url.replace(path(key), '/files/..%2Ffiles.secret'),
    url.replace(path(key), '/files/%00'),
  ]) {
    const answer = await get(changed)
    expect([answer.statusCode, answer.json()], changed).toEqual([403, NOT_VALID])
  }
  expect((await put(url, PDF)).json()).toEqual(NOT_VALID)
  expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
  expect((await server.app.inject({ method: 'DELETE', url })).statusCode).toBe(404)
  const write = await upload(newKey())
  expect((await get(write)).json()).toEqual(NOT_VALID)
  expect((await put(write.replace('max=100', 'max=1000'), PDF)).json()).toEqual(NOT_VALID)
  expect((await get(await files().getUrl(newKey(), { expiresInSeconds: 60 }))).statusCode).toBe(404)
})

test('an address is over when its minutes are', async () => {
  const key = newKey()
  await files().put(key, PDF, 'application/pdf')
  const [read, write] = [await files().getUrl(key, { expiresInSeconds: 60 }), await upload(newKey())]
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 61_000)
  const expired = { code: 'address_expired', detail: 'This address has expired. Ask for a new one.' }
  expect([(await get(read)).json(), (await put(write, PDF)).json()]).toEqual([expired, expired])
})

test('an upload is taken once, and not replaced through its address', async () => {
  const key = newKey()
  const url = await upload(key)
  expect((await put(url, PDF)).statusCode).toBe(200)
  expect((await put(url, Buffer.from('another'))).json()).toMatchObject({ code: 'uploaded' })
  expect(await stored(key)).toEqual(PDF)
})

test('of two uploads at once one is the first', async () => {
  const key = newKey()
  const url = await upload(key)
  const answers = await Promise.all(['a', 'b', 'c'].map((letter) => put(url, Buffer.from(letter.repeat(50)))))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
})

test('an upload to a key that nobody has named is refused', async () => {
  const key = newKey()
  const url = await files().putUrl(key, { expiresInSeconds: 60, maxBytes: 100, contentType: 'application/pdf' })
  expect((await put(url, PDF)).json()).toEqual({
    code: 'upload_ended',
    detail: 'Nothing is expected at this address any more. Begin the upload again.',
  })
  expect(await files().stat(key)).toBeUndefined()
})

test('an upload larger than its limit is refused, announced or not, and leaves nothing', async () => {
  const key = newKey()
  const url = await upload(key, 20)
  const large = Buffer.alloc(21)
  expect((await put(url, large)).statusCode).toBe(413)
  expect((await put(url, Readable.from([large.subarray(0, 15), large.subarray(15)]))).json()).toMatchObject({
    code: 'too_large',
  })
  expect(await files().stat(key)).toBeUndefined()
  expect(await halfMade()).toEqual([])
  expect((await put(url, large.subarray(1))).statusCode).toBe(200)
})

test('an upload that is interrupted leaves nothing, and can be made again', async () => {
  const key = newKey()
  const url = await upload(key, 1000)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  // It listens on a port, not on a pipe.
  const { port } = server.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `PUT ${url} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/pdf\r\nContent-Length: 1000\r\n\r\nhalf`,
  )
  await vi.waitFor(async () => expect(await halfMade()).toHaveLength(1))
  // Or many to one address would fill the disk.
  expect((await put(url, PDF)).json()).toMatchObject({ code: 'uploaded' })
  socket.destroy()
  await vi.waitFor(async () => expect(await halfMade()).toEqual([]))
  expect(await files().stat(key)).toBeUndefined()
  expect((await put(url, PDF)).statusCode).toBe(200)
  expect(server.log.join('\n')).not.toContain('The request failed')
})

test('an upload from another site is refused', async () => {
  expect((await put(await upload(newKey()), PDF, { origin: 'https://evil.example' })).statusCode).toBe(403)
})

test('the log does not say how people call their files', () => {
  expect(server.log.join('\n')).toContain('/files/…')
  expect(server.log.join('\n')).not.toMatch(/letter|%20/)
})
