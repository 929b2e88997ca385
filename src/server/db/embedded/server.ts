import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { RecordsLost } from '../../operator'
import { packageRoot } from '../../root'
import { answerSchema, type Asked } from './messages'

/** A PostgreSQL with one connection, which answers messages of PostgreSQL's protocol one at a time. */
export interface Server {
  /** Settles when it has ended without being asked to; it answers nothing any more. */
  readonly lost: Promise<Error>
  /** @returns all that it answers. */
  answer(messages: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
  /** Writes everything down and ends it. */
  close(): Promise<void>
}

/** In this thread, which it holds while it works: for what is short and for tests. */
export const inThisThread = (pglite: PGlite): Server => ({
  lost: new Promise(() => {}),
  answer: (messages) => answerOf(pglite, messages),
  close: () => pglite.close(),
})

/** What PGlite answers to messages that end with a synchronisation, or to the one that begins the connection. */
export async function answerOf(pglite: PGlite, messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  // The bytes that it hands out are in its own memory, which the next piece may overwrite.
  await pglite.execProtocolRawStream(messages, { onRawData: (piece) => void pieces.push(piece.slice()) })
  const answer = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    answer.set(piece, at)
    at += piece.length
  }
  return answer
}

/** What the worker thread runs: vite.config.ts makes one file of it. */
const isBuilt = !import.meta.url.endsWith('.ts')
const workerFile = join(
  packageRoot,
  isBuilt ? 'dist/server/databaseWorker.js' : 'src/server/db/embedded/workerFromSource.mjs',
)

/** In a thread of its own, on the records of a folder: whatever it takes, this thread's event loop stays free. */
export async function inWorkerThread(folder: string): Promise<Server> {
  const worker = new Worker(workerFile, { workerData: { folder }, execArgv: [] })
  let failure: Error | undefined
  let isClosing = false
  let tellLost: (error: Error) => void = () => {}
  const lost = new Promise<Error>((resolve) => (tellLost = resolve))
  const asked: { readonly resolve: (answer: Uint8Array) => void; readonly reject: (error: Error) => void }[] = []
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of asked.splice(0)) reject(failure)
    if (!isClosing) tellLost(failure)
  }
  const failed = (cause: unknown) => fail(new RecordsLost(folder, { cause }))
  worker.on('error', failed)
  worker.on('exit', failed)
  worker.on('message', (message: unknown) => {
    const answer = answerSchema.parse(message)
    if ('bytes' in answer) asked.shift()?.resolve(answer.bytes)
    else failed(new Error(answer.failed))
  })
  /** Answers come in the order of the questions. */
  const ask = (question: Asked, moved: ArrayBuffer[] = []) =>
    new Promise<Uint8Array>((resolve, reject) => {
      if (failure) return reject(failure)
      asked.push({ resolve, reject })
      worker.postMessage(question, moved)
    })

  try {
    await ask({ open: true })
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return {
    lost,
    answer: (messages) => ask({ messages }, [messages.buffer]),
    async close() {
      isClosing = true
      const ended = once(worker, 'exit')
      await ask({ close: true })
      await ended
    },
  }
}
