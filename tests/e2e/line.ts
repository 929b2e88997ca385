/**
 * A line that goes silent: nothing is refused and nothing closed, but no byte comes through in either direction. A SOCKS
 * proxy, so that for the browser the server keeps its address.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Line {
  /** For a browser's `proxy`. */
  readonly server: string
  goSilent: () => void
  /** What was sent meanwhile arrives now. */
  comeBack: () => void
  stop: () => Promise<void>
}

/** RFC 1928: no password is needed; connected. */
const ANSWERS = [Buffer.from([5, 0]), Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])]

/** @param url of the server, whatever the browser asks for */
export async function startLine(url: string): Promise<Line> {
  const sockets = new Set<Socket>()
  let held: (() => void)[] | null = null
  const pass = (work: () => void) => (held ? void held.push(work) : work())
  const carry = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const listener = createServer((browser) => {
    const server = connect(Number(new URL(url).port), 'localhost')
    carry(browser, server)
    carry(server, browser)
    const answers = [...ANSWERS]
    browser.on('data', (piece) =>
      pass(() => {
        const answer = answers.shift()
        if (answer) browser.write(answer)
        else server.write(piece)
      }),
    )
    server.on('data', (piece) => pass(() => browser.write(piece)))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return {
    server: `socks5://127.0.0.1:${address.port}`,
    goSilent: () => (held ??= []),
    comeBack: () => {
      const waiting = held ?? []
      held = null
      for (const work of waiting) work()
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
