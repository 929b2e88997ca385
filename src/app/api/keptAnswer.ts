import type { Endpoint } from '#contract/endpoint'
import { CATALOGUE_CACHE } from '#offline/caches'

/** The worker's copy of the filter catalogue, past the worker, which would ask the server. */
export async function keptAnswer({ method, path }: Endpoint): Promise<Response | undefined> {
  if (method !== 'GET' || !('caches' in globalThis)) return undefined
  return caches.match(path, { cacheName: CATALOGUE_CACHE, ignoreVary: true }).catch(() => undefined)
}
