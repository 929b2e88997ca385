/** Scripts come only from this site and, with a key, Google's map hosts; never inline. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { originOfStore } from '../clients/s3Settings'
import type { Config } from '../config'

const YEAR_SECONDS = 365 * 24 * 60 * 60

const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'browsing-topics',
]

type SecurityConfig = Pick<Config, 'googleMapsKey' | 'secure' | 's3'>

/** For answers that reach no hook. */
export const bareSecurityHeaders = ({ secure }: Pick<Config, 'secure'>): Record<string, string> => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  ...(secure ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` } : {}),
})

/** Sets the security headers on every answer. */
export async function securityHeadersPlugin(app: FastifyInstance, config: SecurityConfig): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    strictTransportSecurity: config.secure ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    // Google restricts keys by the referrer's origin.
    referrerPolicy: { policy: config.googleMapsKey ? 'strict-origin-when-cross-origin' : 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // For visit rounds: src/app/lib/whereIAm.ts.
  const permissions = ['geolocation=(self)', ...DENIED_FEATURES.map((feature) => `${feature}=()`)].join(', ')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions).header('x-request-id', request.id)
    // People's data stays out of every cache.
    if (/^\/(api|backend|oidc|health)\b/.test(request.url)) reply.header('cache-control', 'no-store')
  })
}

/** `form-action` must not name issuers: that would reveal the customers. */
function contentSecurityPolicy({ googleMapsKey, secure, s3 }: SecurityConfig): Record<string, string[]> {
  // https://developers.google.com/maps/documentation/javascript/content-security-policy
  const google = (...sources: string[]) => (googleMapsKey ? sources : [])
  const store = s3 ? [originOfStore(s3)] : []
  return {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...google('https://maps.googleapis.com', 'https://maps.gstatic.com', "'wasm-unsafe-eval'"),
    ],
    'script-src-attr': ["'none'"],
    // For react-toastify, react-aria and Google Maps; user input never reaches a style.
    'style-src': ["'self'", "'unsafe-inline'", ...google('https://fonts.googleapis.com')],
    'img-src': ["'self'", 'data:', 'blob:', ...google('https://*.googleapis.com', 'https://*.gstatic.com')],
    'font-src': ["'self'", 'data:', ...google('https://fonts.gstatic.com')],
    'connect-src': [
      "'self'",
      ...store,
      ...google('https://*.googleapis.com', 'https://*.gstatic.com', 'data:', 'blob:'),
    ],
    // MapLibre and Google Maps create workers from blobs.
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ["'self'", ...store],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  }
}
