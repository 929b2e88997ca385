/* The names of what Cache Storage holds, and the paths that no cache may answer. */

/** Caches of what a signed-in person may see begin so, and go with that person. */
const USER_CACHE_PREFIX = 'doorstep-user-'

/** The filter catalogue: the one answer of the API that is kept. */
export const CATALOGUE_CACHE = `${USER_CACHE_PREFIX}catalogue`

/** Code that was loaded when it was first needed: nobody's data, the same for everyone. */
export const PARTS_CACHE = 'doorstep-parts'

/** The server's own paths: never answered with the app's page. */
export const SERVER_PATHS = /^\/(api|backend|oidc|files|health)(\/|$)/

/** Removes every cache that belongs to a person. */
export async function deleteUserCaches(storage: CacheStorage): Promise<void> {
  const names = (await storage.keys()).filter((name) => name.startsWith(USER_CACHE_PREFIX))
  await Promise.all(names.map((name) => storage.delete(name)))
}
