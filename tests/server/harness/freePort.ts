import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to those who ask for any, and to calls: nobody else comes upon one by chance. */
const [FIRST, LAST] = [15_000, 32_000]

/** A port that nobody listens on: for what cannot listen on 0 and say which it was given. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST)
  const server = createServer()
  try {
    await once(server.listen(port), 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
