/**
 * The thread of the embedded database. It does what it is asked one thing after the other, and ends when it is asked to
 * close. What it has answered is in the files: it is killed with the process at any time.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { askedSchema, folderSchema, type Answer, type Asked } from './messages'
import { answerOf } from './server'

const { folder } = folderSchema.parse(workerData)
let pglite: PGlite | undefined

async function handle(asked: Asked): Promise<Uint8Array<ArrayBuffer>> {
  if ('open' in asked) pglite = await PGlite.create({ dataDir: folder })
  if ('messages' in asked && pglite) return answerOf(pglite, asked.messages)
  if ('close' in asked) await pglite?.close()
  return new Uint8Array()
}

const say = (answer: Answer, moved: ArrayBuffer[]) => parentPort?.postMessage(answer, moved)

let last = Promise.resolve()
parentPort?.on('message', (message: unknown) => {
  const asked = askedSchema.parse(message)
  last = last
    .then(() => handle(asked))
    .then(
      (bytes) => say({ bytes }, [bytes.buffer]),
      (error: unknown) => say({ failed: error instanceof Error ? error.message : String(error) }, []),
    )
    .then(() => {
      if ('close' in asked) parentPort?.close()
    })
})
