const USER_CACHE_PREFIX = 'doorstep-user-'

/** The worker's copy: the only API answer in Cache Storage. */
export const CATALOGUE_CACHE = `${USER_CACHE_PREFIX}catalogue`

export const PARTS_CACHE = 'doorstep-parts'

export const SERVER_PATHS = /^\/(api|backend|oidc|files|health)(\/|$)/

/** Removes a person's caches. */
export async function deleteUserCaches(storage: CacheStorage): Promise<void> {
  const names = (await storage.keys()).filter((name) => name.startsWith(USER_CACHE_PREFIX))
  await Promise.all(names.map((name) => storage.delete(name)))
}
