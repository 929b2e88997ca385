/** The streets of the organisation's area, kept by the worker; no personal data. */
import { getBasemap, type Basemap } from '#contract/households/map'
import { BASEMAP_CACHE, BASEMAP_PATH } from './caches'

const hasCaches = (): boolean => 'caches' in globalThis

/** The kept streets, or null. */
export async function keptBasemap(): Promise<Basemap | null> {
  const kept = hasCaches() ? await caches.match(BASEMAP_PATH, { cacheName: BASEMAP_CACHE }) : undefined
  const basemap = getBasemap.reply.safeParse(await kept?.json()).data
  // An archive's tiles are not kept.
  return basemap?.pmtiles_url === null ? basemap : null
}

/** Removes them: the next person may see another organisation. */
export async function forgetBasemap(): Promise<void> {
  if (hasCaches()) await caches.delete(BASEMAP_CACHE)
}
