/**
 * Policy: what the browser may do with this site. Scripts come from here alone, and from Google's
 * map hosts where the operator has set a Google Maps key; no script stands in a page or is made from text.
 */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { originOfStore } from '../clients/s3'
import type { Config } from '../config'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Device features that Doorstep never asks for. */
const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'browsing-topics',
]

type SecurityConfig = Pick<Config, 'googleMapsKey' | 'secure' | 's3'>

/** The same for an answer that never reached a hook, such as that to an address that cannot be decoded: it is JSON and needs nothing. */
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

/** Puts the security headers on every answer. */
export async function securityHeadersPlugin(app: FastifyInstance, config: SecurityConfig): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    strictTransportSecurity: config.secure ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    // A Google key can be bound to the pages that use it, which Google sees by the referrer's origin.
    referrerPolicy: { policy: config.googleMapsKey ? 'strict-origin-when-cross-origin' : 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const permissions = DENIED_FEATURES.map((feature) => `${feature}=()`).join(', ')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions).header('x-request-id', request.id)
    // People's data must not stay in any cache between here and them, nor in the browser's.
    if (/^\/(api|backend|oidc|health)\b/.test(request.url)) reply.header('cache-control', 'no-store')
  })
}

/**
 * `form-action` is this site alone: an organisation's own issuer is reached by navigation, and naming
 * the issuers here would tell every visitor who the customers are.
 */
function contentSecurityPolicy({ googleMapsKey, secure, s3 }: SecurityConfig): Record<string, string[]> {
  // https://developers.google.com/maps/documentation/javascript/content-security-policy
  const google = (...sources: string[]) => (googleMapsKey ? sources : [])
  // Uploads go to the operator's S3 and previews come from there.
  const store = s3 ? [originOfStore(s3)] : []
  return {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...google('https://maps.googleapis.com', 'https://maps.gstatic.com', "'wasm-unsafe-eval'"),
    ],
    'script-src-attr': ["'none'"],
    // Inline styles: react-toastify, react-aria and Google Maps put <style> elements and style attributes into the
    // page while it runs. Nothing that people type is ever put into a style.
    'style-src': ["'self'", "'unsafe-inline'", ...google('https://fonts.googleapis.com')],
    'img-src': ["'self'", 'data:', 'blob:', ...google('https://*.googleapis.com', 'https://*.gstatic.com')],
    'font-src': ["'self'", 'data:', ...google('https://fonts.gstatic.com')],
    'connect-src': [
      "'self'",
      ...store,
      ...google('https://*.googleapis.com', 'https://*.gstatic.com', 'data:', 'blob:'),
    ],
    // MapLibre and Google Maps make workers from blobs.
    'worker-src': ["'self'", 'blob:'],
    // A letter's PDF is shown in the page.
    'frame-src': ["'self'", ...store],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  }
}
