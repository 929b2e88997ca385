/**
 * A line that goes silent: nothing is refused and nothing closed, but no byte comes through in either direction. Or one
 * that is slow, also for the worker, which the browser's own throttling leaves out. A SOCKS proxy, so that for the
 * browser the server keeps its address.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** What all connections share. */
export interface Pace {
  readonly bytesPerSecond: number
  /** Milliseconds that each answer takes more. */
  readonly latency: number
}

export interface Line {
  /** For a browser's `proxy`. */
  readonly server: string
  goSilent: () => void
  /** What was sent meanwhile arrives now. */
  comeBack: () => void
  /** From now on; what is on its way keeps its time. */
  slowTo: (pace: Pace) => void
  stop: () => Promise<void>
}

/** RFC 1928: no password is needed; connected. */
const ANSWERS = [Buffer.from([5, 0]), Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])]

/** @param url of the server, whatever the browser asks for */
export async function startLine(url: string): Promise<Line> {
  const sockets = new Set<Socket>()
  let held: (() => void)[] | null = null
  let pace: Pace | null = null
  let freeAt = 0
  /** When a piece from the server arrives at the browser. */
  const arrivalOf = (bytes: number): number => {
    if (!pace) return 0
    freeAt = Math.max(freeAt, Date.now()) + (bytes / pace.bytesPerSecond) * 1_000
    return Math.max(freeAt, Date.now() + pace.latency)
  }
  const pass = (work: () => void) => (held ? void held.push(work) : work())
  const carry = (socket: Socket, whenClosed: () => void) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      whenClosed()
    })
  }
  const listener = createServer((browser) => {
    const server = connect(Number(new URL(url).port), 'localhost')
    // One after the other, in the order in which they came.
    let delivery = Promise.resolve()
    const deliver = (at: number, work: () => void) =>
      void (delivery = delivery.then(async () => {
        const wait = at - Date.now()
        if (wait > 0) await setTimeout(wait)
        pass(work)
      }))
    carry(browser, () => server.destroy())
    carry(server, () => deliver(0, () => browser.destroy()))
    const answers = [...ANSWERS]
    browser.on('data', (piece) =>
      pass(() => {
        const answer = answers.shift()
        if (answer) browser.write(answer)
        else server.write(piece)
      }),
    )
    server.on('data', (piece) => deliver(arrivalOf(piece.length), () => browser.write(piece)))
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
    slowTo: (next) => (pace = next),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
