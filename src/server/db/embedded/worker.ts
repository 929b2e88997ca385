/** Ends on request or when PostgreSQL fails. Answered writes are on disk, so it may be killed at any time. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { openPglite } from './openPglite'
import { askedSchema, folderSchema, type Answer, type Asked, answerMessages } from './server'

const { folder } = folderSchema.parse(workerData)
let pglite: PGlite | undefined

async function handle(asked: Asked): Promise<Uint8Array<ArrayBuffer>> {
  if ('open' in asked) pglite = endingWhenItFails(await openPglite({ dataDir: folder }))
  if ('messages' in asked && pglite) return answerMessages(pglite, asked.messages)
  if ('close' in asked) await pglite?.close()
  return new Uint8Array()
}

const postAnswer = (answer: Answer, moved: ArrayBuffer[] = []) => parentPort?.postMessage(answer, moved)

function fail(error: unknown): never {
  postAnswer({ failed: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

/** PostgreSQL's status after a failed statement that it has answered. */
const STATEMENT_FAILED = 100

/** PGlite would catch even an abort and go on, never answering or answering from broken memory. */
function endingWhenItFails(opened: PGlite): PGlite {
  const postgres = opened.Module
  const runOnce = postgres._PostgresMainLoopOnce
  postgres._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      const isAnswered =
        typeof error === 'object' && error !== null && 'status' in error && error.status === STATEMENT_FAILED
      if (!isAnswered) fail(error)
      throw error
    }
  }
  return opened
}

let last = Promise.resolve()
parentPort?.on('message', (message: unknown) => {
  const asked = askedSchema.parse(message)
  last = last
    .then(() => handle(asked))
    .then((bytes) => postAnswer({ bytes }, [bytes.buffer]), fail)
    .then(() => {
      if ('close' in asked) parentPort?.close()
    })
})
