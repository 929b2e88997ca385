import { Duplex } from 'node:stream'
import type { Server } from './server'

/**
 * What the driver of PostgreSQL takes for a socket. Everything that is written in one turn goes to the server as one
 * piece: it must not be left in the middle of a statement's messages.
 */
export function serverStream(server: Server): Duplex & SocketLike {
  const ask = (messages: Uint8Array<ArrayBuffer>, done: (error?: Error | null) => void) => {
    server.answer(messages).then(
      (answer) => {
        stream.push(answer)
        done()
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    )
  }
  const duplex = new Duplex({
    read() {},
    write: (chunk: Buffer, _encoding, done) => ask(new Uint8Array(chunk), done),
    writev: (chunks, done) => ask(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer))), done), // nothing but bytes is written
    final(done) {
      server.close().then(() => {
        stream.push(null)
        done()
      }, done)
    },
  })
  const stream = Object.assign(duplex, {
    connect: () => process.nextTick(() => stream.emit('connect')),
    setNoDelay: () => {},
    setKeepAlive: () => {},
    ref: () => {},
    unref: () => {},
  })
  return stream
}

/** What the driver calls of a socket, besides reading and writing. */
interface SocketLike {
  connect(): void
  setNoDelay(): void
  setKeepAlive(): void
  ref(): void
  unref(): void
}
