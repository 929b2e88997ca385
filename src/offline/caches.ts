/** The app's code, once used. */
export const PARTS_CACHE = 'doorstep-parts'

/** Streets of the organisation's area; read and removed by basemap.ts. */
export const BASEMAP_CACHE = 'doorstep-basemap'
export const BASEMAP_PATH = '/api/basemap'

/** In an address: its page comes from the network, where a proxy may ask for a sign-in. */
export const FROM_NETWORK = 'from-the-network'
export const PAST_THE_DEVICE = /[?&]from-the-network=/

export const SERVER_PATHS = /^\/(api|backend|oidc|files|health|letter|\.well-known)(\/|$)/
