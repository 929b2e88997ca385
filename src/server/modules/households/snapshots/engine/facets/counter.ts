import { join } from 'node:path'
import { packageRoot } from '../../../../../lib/root'
import { createWorkerThread } from '../../../../../lib/workerThread'
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

/** In a worker thread, started by the first request. */
export function createFacetCounter() {
  const thread = createWorkerThread<WorkerRequest, FacetCounts | undefined>({
    file: workerFile,
    read(message) {
      const reply = replySchema.parse(message)
      if ('failed' in reply) throw new Error(reply.failed)
      return reply.counts
    },
    stopped: 'Counting was stopped.',
  })

  return {
    generation: thread.generation,
    load: async (snapshot: SnapshotToCount) => void (await thread.ask(snapshot)),
    async count(key: string, selections: readonly FacetSelection[], along?: number): Promise<FacetCounts> {
      const counts = await thread.ask({ count: key, selections: [...selections], along })
      if (!counts) throw new Error('Counting gave no counts.')
      return counts
    },
    async drop(key: string): Promise<void> {
      if (thread.isRunning()) await thread.ask({ drop: key })
    },
    close: thread.close,
  }
}
