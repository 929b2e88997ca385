import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createObjectStore } from './s3'

test('a store that takes a call and never answers has failed', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'somebody')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  const server = createServer(() => {}).listen(0)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  // The server listens on a port of this machine, not on a pipe.
  const { port } = server.address() as AddressInfo
  const store = createObjectStore({ bucket: 'letters', endpoint: `http://localhost:${port}`, region: 'eu-west-2' }, 50)
  await expect(store.sizeOf('a/b.pdf')).rejects.toThrow()
})
