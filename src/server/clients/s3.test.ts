import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createObjectStore } from './s3'

async function storeThat(answers: RequestListener, silenceMs?: number) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'somebody')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  const server = createServer(answers).listen(0)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  // The server listens on a port of this machine, not on a pipe.
  const { port } = server.address() as AddressInfo
  const settings = { bucket: 'letters', endpoint: `http://localhost:${port}`, region: 'eu-west-2' }
  return createObjectStore(settings, silenceMs)
}

test('a store that takes a call and never answers has failed', async () => {
  const store = await storeThat(() => {}, 50)
  await expect(store.sizeOf('a/b.pdf')).rejects.toThrow()
})

const FILE = '<Contents><Key>a/b</Key><LastModified>2026-10-01T00:00:00Z</LastModified></Contents>'
const MORE = '<IsTruncated>true</IsTruncated>'
const AGAIN = `${MORE}<NextContinuationToken>again</NextContinuationToken>`

test.each([
  ['nothing', ''],
  ['the page of a proxy', '<html><body>Sign in</body></html>'],
  ['a part without the way to the rest', `<ListBucketResult>${FILE}${MORE}</ListBucketResult>`],
  ['the same part for ever', `<ListBucketResult>${AGAIN}</ListBucketResult>`],
  ['files of another folder', `<ListBucketResult>${FILE.replace('a/b', 'c/b')}</ListBucketResult>`],
  ['files without a date', '<ListBucketResult><Contents><Key>a/b</Key></Contents></ListBucketResult>'],
])('a store that answers %s in place of a list has failed', async (_, body) => {
  const store = await storeThat((_request, response) => response.setHeader('content-type', 'application/xml').end(body))
  const readAll = async () => {
    for await (const { key } of store.list('a/')) expect(key).toBe('a/b')
  }
  await expect(readAll()).rejects.toThrow('something else than a whole list')
})
