/** The streets of the organisation's area, which the worker keeps: nobody's data. */
import { getBasemap, type Basemap } from '#contract/map'
import { BASEMAP_CACHE, BASEMAP_PATH } from './caches'

const hasCaches = (): boolean => 'caches' in globalThis

/** The streets kept last; `null` without any. */
export async function keptBasemap(): Promise<Basemap | null> {
  const kept = hasCaches() ? await caches.match(BASEMAP_PATH, { cacheName: BASEMAP_CACHE }) : undefined
  const basemap = getBasemap.reply.safeParse(await kept?.json()).data
  // Tiles of an archive are not here.
  return basemap?.pmtiles_url === null ? basemap : null
}

/** Removes them: the next person may see another organisation. */
export async function forgetBasemap(): Promise<void> {
  if (hasCaches()) await caches.delete(BASEMAP_CACHE)
}
