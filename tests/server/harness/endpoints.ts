import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '../../../src/contract/endpoint'

const CONTRACT = join(import.meta.dirname, '../../../src/contract')

async function readContract(): Promise<Endpoint[]> {
  const files = (await readdir(CONTRACT, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const modules = await Promise.all(
    files.toSorted().map((file) => import(join(CONTRACT, file)) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((exported) => Object.values(exported).filter(isEndpoint))
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value
}

/** Every endpoint that a file of the contract exports. */
export const endpoints: readonly Endpoint[] = await readContract()
