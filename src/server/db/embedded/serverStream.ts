import { Duplex } from 'node:stream'
import type { Server } from './server'

/** The driver's socket. Writes of one tick are joined: the server must see all messages of a statement at once. */
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
    writev: (chunks, done) => ask(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer))), done), // only bytes are written
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

interface SocketLike {
  connect(): void
  setNoDelay(): void
  setKeepAlive(): void
  ref(): void
  unref(): void
}
