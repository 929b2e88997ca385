import type { Endpoint } from '#contract/endpoint'
import { CATALOGUE_CACHE } from '#offline/caches'

/**
 * What the worker keeps of an endpoint for times without a line: of the filter catalogue alone. Read past
 * the worker, which would ask the server behind it.
 */
export async function keptAnswer({ method, path }: Endpoint): Promise<Response | undefined> {
  if (method !== 'GET' || !('caches' in globalThis)) return undefined
  return caches.match(path, { cacheName: CATALOGUE_CACHE, ignoreVary: true }).catch(() => undefined)
}
