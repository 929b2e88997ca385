/** Code of the app that was needed once. */
export const PARTS_CACHE = 'doorstep-parts'

/** Streets of the organisation's area; who reads and removes them: basemap.ts. */
export const BASEMAP_CACHE = 'doorstep-basemap'
export const BASEMAP_PATH = '/api/basemap'

export const SERVER_PATHS = /^\/(api|backend|oidc|files|health|letter|\.well-known)(\/|$)/
