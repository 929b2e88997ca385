import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { z } from 'zod'
import { RecordsLost } from '../../lib/operator'
import { packageRoot } from '../../lib/root'

export interface Server {
  /** Settles when the server fails, after which it answers nothing. */
  readonly lost: Promise<Error>
  answer(messages: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
  close(): Promise<void>
}

/** Blocks the calling thread: for tests. */
export const inThisThread = (pglite: PGlite): Server => ({
  lost: new Promise(() => {}),
  answer: (messages) => answerMessages(pglite, messages),
  close: () => pglite.close(),
})

/** @param messages ending with a Sync, or the startup message */
export async function answerMessages(pglite: PGlite, messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  // PGlite reuses the memory for the next chunk.
  await pglite.execProtocolRawStream(messages, { onRawData: (piece) => void pieces.push(piece.slice()) })
  const answer = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    answer.set(piece, at)
    at += piece.length
  }
  return answer
}

const isBuilt = !import.meta.url.endsWith('.ts')
const workerFile = join(
  packageRoot,
  isBuilt ? 'dist/server/databaseWorker.js' : 'src/server/db/embedded/workerFromSource.mjs',
)

/** No statement then blocks the event loop. */
export async function inWorkerThread(folder: string): Promise<Server> {
  const worker = new Worker(workerFile, { workerData: { folder }, execArgv: [] })
  let failure: Error | undefined
  let isClosing = false
  let resolveLost: (error: Error) => void = () => {}
  const lost = new Promise<Error>((resolve) => (resolveLost = resolve))
  const asked: { readonly resolve: (answer: Uint8Array) => void; readonly reject: (error: Error) => void }[] = []
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of asked.splice(0)) reject(failure)
    if (!isClosing) resolveLost(failure)
  }
  const failed = (cause: unknown) => fail(new RecordsLost(folder, { cause }))
  worker.on('error', failed)
  worker.on('exit', failed)
  worker.on('message', (message: unknown) => {
    const answer = answerSchema.parse(message)
    if ('bytes' in answer) asked.shift()?.resolve(answer.bytes)
    else failed(new Error(answer.failed))
  })
  /** Answers come in order. */
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

export const askedSchema = z.union([
  z.object({ open: z.literal(true) }),
  z.object({ messages: z.instanceof(Uint8Array) }),
  z.object({ close: z.literal(true) }),
])
export type Asked = z.infer<typeof askedSchema>

const answerSchema = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ failed: z.string() })])
export type Answer = z.infer<typeof answerSchema>

export const folderSchema = z.object({ folder: z.string() })
