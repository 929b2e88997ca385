import { parentPort } from 'node:worker_threads'
import { createFacetTable, layOutFacets, type FacetTable } from './counts'
import { facetsRequestSchema, type FacetCounts, type WorkerReply } from './messages'

const tables = new Map<string, FacetTable>()

function handle(message: unknown): FacetCounts | undefined {
  const request = facetsRequestSchema.parse(message)
  if ('load' in request) {
    const { load, households, columns, facets, memory } = request
    tables.set(load, createFacetTable(households, layOutFacets(households, columns, facets), facets, memory))
  } else if ('drop' in request) {
    tables.delete(request.drop)
  } else {
    const table = tables.get(request.count)
    if (!table) throw new Error('The snapshot to count was not loaded.')
    return table.count(request.selections, request.along)
  }
  return undefined
}

function answer(message: unknown): WorkerReply {
  try {
    return { counts: handle(message) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (message: unknown) => parentPort?.postMessage(answer(message)))
