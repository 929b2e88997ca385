import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { packageRoot } from '../../../../../lib/root'
import {
  replySchema,
  type FacetCounts,
  type FacetSelection,
  type SnapshotToCount,
  type WorkerRequest,
} from './messages'

const isBuilt = !import.meta.url.endsWith('.ts')
const workerFile = isBuilt
  ? join(packageRoot, 'dist/server/facetsWorker.js')
  : join(packageRoot, 'src/server/modules/households/snapshots/engine/facets/workerFromSource.mjs')

interface Pending {
  readonly resolve: (counts: FacetCounts | undefined) => void
  readonly reject: (error: Error) => void
}

/** Counts facets in a worker thread, started by the first request. */
export function createFacetCounter() {
  let generation = 0
  let worker: Worker | undefined
  let pending: Pending[] = []

  function start(): Worker {
    const started = new Worker(workerFile, { execArgv: [] })
    const waiting: Pending[] = []
    pending = waiting
    started.on('message', (message: unknown) => {
      const reply = replySchema.parse(message)
      const asked = waiting.shift()
      if ('failed' in reply) asked?.reject(new Error(reply.failed))
      else asked?.resolve(reply.counts)
    })
    const end = (error: Error) => {
      if (worker === started) {
        worker = undefined
        generation += 1
      }
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    started.on('error', end)
    started.on('exit', () => end(new Error('Counting was stopped.')))
    started.unref()
    return started
  }

  const ask = (request: WorkerRequest) =>
    new Promise<FacetCounts | undefined>((resolve, reject) => {
      worker ??= start()
      pending.push({ resolve, reject })
      worker.postMessage(request)
    })

  return {
    /** Changes when the thread is replaced: a new thread knows no snapshots. */
    generation: () => generation,
    load: async (snapshot: SnapshotToCount) => void (await ask(snapshot)),
    async count(key: string, selections: readonly FacetSelection[], along?: number): Promise<FacetCounts> {
      const counts = await ask({ count: key, selections: [...selections], along })
      if (!counts) throw new Error('Counting gave no counts.')
      return counts
    },
    async drop(key: string): Promise<void> {
      if (worker) await ask({ drop: key })
    },
    async close(): Promise<void> {
      if (!worker) return
      const ended = once(worker, 'exit')
      await worker.terminate()
      await ended
    },
  }
}
