/** Pages are drawn in a thread: setting type would hold up every other answer for a third of a second. */
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { packageRoot } from '../../../lib/root'
import { drawnSchema, sendable, type PageToDraw } from './messages'
import type { PageContent } from './page'

const isBuilt = !import.meta.url.endsWith('.ts')
const workerFile = join(
  packageRoot,
  isBuilt ? 'dist/server/mapWorker.js' : 'src/server/modules/households/printed-map/workerFromSource.mjs',
)

interface Pending {
  readonly resolve: (drawn: Buffer) => void
  readonly reject: (error: Error) => void
}

/** The thread is started by the first page. */
export function createDrawing() {
  let worker: Worker | undefined
  let pending: Pending[] = []

  function start(): Worker {
    const started = new Worker(workerFile, { execArgv: [] })
    const waiting: Pending[] = []
    pending = waiting
    started.on('message', (message: unknown) => {
      const answer = drawnSchema.parse(message)
      const asked = waiting.shift()
      if ('failed' in answer) asked?.reject(new Error(answer.failed))
      else asked?.resolve(Buffer.from(answer.drawn.buffer, answer.drawn.byteOffset, answer.drawn.byteLength))
    })
    const end = (error: Error) => {
      if (worker === started) worker = undefined
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    started.on('error', end)
    started.on('exit', () => end(new Error('Drawing was stopped.')))
    started.unref()
    return started
  }

  const draw = (content: PageContent, made: Date, rows: PageToDraw['rows']) =>
    new Promise<Buffer>((resolve, reject) => {
      worker ??= start()
      worker.postMessage({ content: sendable(content), made, rows } satisfies PageToDraw)
      pending.push({ resolve, reject })
    })

  return {
    pdf: (content: PageContent, rows: NonNullable<PageToDraw['rows']>, made: Date) => draw(content, made, rows),
    /** JSON of the page's parts. */
    parts: (content: PageContent, made: Date) => draw(content, made, null),
    async close(): Promise<void> {
      if (!worker) return
      const ended = once(worker, 'exit')
      await worker.terminate()
      await ended
    },
  }
}
