/** Code of the app that was needed once. */
export const PARTS_CACHE = 'doorstep-parts'

export const SERVER_PATHS = /^\/(api|backend|oidc|files|health|letter|\.well-known)(\/|$)/
