/** Caches of a person's data start so, and are removed with that person. */
const USER_CACHE_PREFIX = 'doorstep-user-'

/** The worker's copy of the filter catalogue: the only answer of the API in Cache Storage. */
export const CATALOGUE_CACHE = `${USER_CACHE_PREFIX}catalogue`

/** Code, the same for everyone. */
export const PARTS_CACHE = 'doorstep-parts'

/** Never answered with the app's page. */
export const SERVER_PATHS = /^\/(api|backend|oidc|files|health)(\/|$)/

/** Removes every cache that belongs to a person. */
export async function deleteUserCaches(storage: CacheStorage): Promise<void> {
  const names = (await storage.keys()).filter((name) => name.startsWith(USER_CACHE_PREFIX))
  await Promise.all(names.map((name) => storage.delete(name)))
}
