/** The only reader of the environment; docs/operating.md explains each setting. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { packageRoot } from './lib/root'

/** `FOO=` in an env file means unset. */
const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)

const optionalUrl = optionalText.pipe(
  z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
)

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** .env.example and docs/operating.md list the same (checked by a test). */
export const environmentSchema = z.object({
  NODE_ENV: optionalText,
  PORT: optionalText.pipe(
    z.coerce.number<string | undefined>('must be a port number').int().min(0).max(65_535).optional(),
  ),
  HOST: optionalText.pipe(z.string().default('localhost')),
  DOORSTEP_METRICS_PORT: optionalText.pipe(
    z.coerce.number<string | undefined>('must be a port number').int().min(0).max(65_535).optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  DOORSTEP_URL: optionalUrl,
  DOORSTEP_DATA: optionalText,
  DOORSTEP_DEMO: optionalText,
  DOORSTEP_SECRET_KEY: optionalText,
  DOORSTEP_SECRET_KEY_FILE: optionalText,
  DATABASE_URL: optionalText.pipe(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  ),
  GOOGLE_MAPS_KEY: optionalText,
  BASEMAP_PMTILES: optionalText,
  CALCULATOR_URL: optionalUrl,
  CALCULATOR_SECRET: optionalText,
  POLICY_NOTES: optionalText,
  POLICY_LLM_URL: optionalUrl,
  POLICY_LLM_MODEL: optionalText,
  POLICY_LLM_KEY: optionalText,
  SUPPORT_EMAIL: optionalText.pipe(z.email('must be an e-mail address').optional()),
  OIDC_CLOCK_TOLERANCE_SECONDS: optionalText.pipe(
    z.coerce.number<string | undefined>('must be seconds, 300 at most').int().min(0).max(300).optional(),
  ),
  NOTIFY_API_KEY: optionalText.pipe(
    z
      .string()
      .regex(
        new RegExp(`^.+-${UUID}-${UUID}$`, 'i'),
        'must be a whole key of GOV.UK Notify: its name and two long numbers',
      )
      .optional(),
  ),
  NOTIFY_SMS_TEMPLATE_ID: optionalText.pipe(z.guid('must be the id of a template').optional()),
  NOTIFY_SERVICE_NAME: optionalText,
  NOTIFY_URL: optionalUrl,
  NOTIFY_CALLBACK_TOKEN: optionalText.pipe(z.string().min(16, 'must have 16 characters at least').optional()),
  SOFFICE_PATH: optionalText,
  BWRAP_PATH: optionalText,
  S3_BUCKET: optionalText,
  S3_ENDPOINT: optionalUrl,
  AWS_REGION: optionalText,
  SNAPSHOT_MEMORY_MB: optionalText.pipe(
    z.coerce.number<string | undefined>('must be a number of megabytes').int().min(64).optional(),
  ),
  SNAPSHOT_CACHE_MB: optionalText.pipe(
    z.coerce.number<string | undefined>('must be a number of megabytes').int().min(64).optional(),
  ),
  TRUST_PROXY: optionalText,
  API_DOCS: z.enum(['on', 'off']).optional(),
  LOG_LEVEL: optionalText.pipe(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional()),
  npm_lifecycle_event: optionalText,
})

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** Absent: no metrics. */
  readonly metricsPort: number | undefined
  /** OpenTelemetry's SDK reads the details itself. */
  readonly traces: boolean
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** `Secure` cookies and HSTS. */
  readonly secure: boolean
  readonly dataFolder: string
  /** Absent: the embedded database. */
  readonly databaseUrl: string | undefined
  /** The first encrypts; the others only decrypt. */
  readonly secretKeys: readonly string[]
  /** In production only with `DOORSTEP_DEMO=1`. */
  readonly embeddedProvider: boolean
  /** Only locally, outside production and without a real organisation. */
  readonly demoAccounts: boolean
  readonly demoData: boolean
  readonly googleMapsKey: string | undefined
  readonly basemapPmtiles: string | undefined
  readonly calculatorUrl: string | undefined
  readonly calculatorSecret: string | undefined
  readonly assistantNotes: string | undefined
  /** OpenAI-compatible; absent: the assistant quotes the notes. */
  readonly assistantModel:
    { readonly url: string; readonly model: string; readonly key: string | undefined } | undefined
  readonly supportEmail: string | undefined
  /** How far an issuer's clock may be off; absent: openid-client's 30 s. */
  readonly clockToleranceSeconds: number | undefined
  /** Absent: the simulator; in production nothing is sent. */
  readonly notify: { readonly key: string; readonly smsTemplateId: string; readonly url: string } | undefined
  /** Put by Notify before every text. */
  readonly notifyServiceName: string | undefined
  readonly notifyUrl: string
  /** Absent: callbacks are refused and states polled. */
  readonly notifyCallbackToken: string | undefined
  /** LibreOffice. Absent: searched for; `none`: not used. */
  readonly sofficePath: string | undefined
  /** bubblewrap. */
  readonly bwrapPath: string | undefined
  readonly s3: { readonly bucket: string; readonly endpoint: string | undefined; readonly region: string } | undefined
  readonly snapshotMemoryMegabytes: number
  readonly snapshotCacheMegabytes: number
  /** How many proxies stand before the server, or their addresses; false: none. */
  readonly trustProxy: false | number | string[]
  /** TRUST_PROXY=true, which says neither how many proxies nor which. */
  readonly trustsAnyProxy: boolean
  /** Whether signed-in people can read `/api/docs`. */
  readonly apiDocs: boolean
  /** Absent: `warn` on a terminal, `info` elsewhere. */
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | undefined
}

/** @throws Error naming the wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new Error(`The setting ${issue?.path.join('.')} is not valid: ${issue?.message}.`)
  }
  const env = parsed.data
  const port = env.PORT ?? 3000
  const production = env.NODE_ENV === 'production'
  const publicUrl = withoutTrailingSlashes(env.DOORSTEP_URL ?? defaultUrl(port, env.npm_lifecycle_event))
  const isLocal = isThisMachine(new URL(publicUrl))
  const demoAccounts = !production && isLocal
  const demoData = demoAccounts && env.DOORSTEP_DEMO !== '0'
  return {
    production,
    port,
    host: env.HOST,
    metricsPort: env.DOORSTEP_METRICS_PORT,
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    publicUrl,
    secure: !isLocal,
    dataFolder: env.DOORSTEP_DATA ? resolve(env.DOORSTEP_DATA) : resolve(packageRoot, '.doorstep'),
    databaseUrl: env.DATABASE_URL,
    secretKeys: readSecretKeys(env.DOORSTEP_SECRET_KEY, env.DOORSTEP_SECRET_KEY_FILE),
    embeddedProvider: !production || env.DOORSTEP_DEMO === '1',
    demoAccounts,
    demoData,
    googleMapsKey: env.GOOGLE_MAPS_KEY,
    basemapPmtiles: env.BASEMAP_PMTILES && resolve(env.BASEMAP_PMTILES),
    calculatorUrl: env.CALCULATOR_URL,
    calculatorSecret: env.CALCULATOR_SECRET,
    assistantNotes: env.POLICY_NOTES && resolve(env.POLICY_NOTES),
    assistantModel: readAssistantModel(env.POLICY_LLM_URL, env.POLICY_LLM_MODEL, env.POLICY_LLM_KEY),
    supportEmail: env.SUPPORT_EMAIL ?? (demoData ? DEMO_SUPPORT_EMAIL : undefined),
    clockToleranceSeconds: env.OIDC_CLOCK_TOLERANCE_SECONDS,
    notify: readNotify(env.NOTIFY_API_KEY, env.NOTIFY_SMS_TEMPLATE_ID, env.NOTIFY_URL),
    notifyServiceName: env.NOTIFY_SERVICE_NAME,
    notifyUrl: notifyUrl(env.NOTIFY_URL),
    notifyCallbackToken: env.NOTIFY_CALLBACK_TOKEN,
    sofficePath: env.SOFFICE_PATH,
    bwrapPath: env.BWRAP_PATH,
    s3: env.S3_BUCKET
      ? { bucket: env.S3_BUCKET, endpoint: env.S3_ENDPOINT, region: env.AWS_REGION ?? 'eu-west-2' }
      : undefined,
    snapshotMemoryMegabytes: env.SNAPSHOT_MEMORY_MB ?? 2048,
    snapshotCacheMegabytes: env.SNAPSHOT_CACHE_MB ?? 10_240,
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    trustsAnyProxy: env.TRUST_PROXY === 'true',
    apiDocs: env.API_DOCS !== 'off',
    logLevel: env.LOG_LEVEL,
  }
}

/** RFC 2606 reserves `.example`. */
const DEMO_SUPPORT_EMAIL = 'support@doorstep.example'

/** In development the browser talks to Vite, which proxies. */
function defaultUrl(port: number, npmScript: string | undefined): string {
  return npmScript === 'dev' ? 'http://localhost:5173' : `http://localhost:${port}`
}

/** Whether an address is loopback (RFC 6761). */
export function isThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
}

function readAssistantModel(
  url: string | undefined,
  model: string | undefined,
  key: string | undefined,
): Config['assistantModel'] {
  if (!url) return undefined
  if (!model)
    throw new Error('POLICY_LLM_URL is set without POLICY_LLM_MODEL: set the name of the model that it serves.')
  return { url, model, key }
}

function readNotify(
  key: string | undefined,
  smsTemplateId: string | undefined,
  url: string | undefined,
): Config['notify'] {
  if (!key) return undefined
  if (!smsTemplateId) {
    throw new Error(
      'NOTIFY_API_KEY is set without NOTIFY_SMS_TEMPLATE_ID: make a text message template in GOV.UK Notify whose ' +
        'message is ((message)), and set its id.',
    )
  }
  return { key, smsTemplateId, url: notifyUrl(url) }
}

const notifyUrl = (url: string | undefined) => withoutTrailingSlashes(url ?? 'https://api.notifications.service.gov.uk')

function readSecretKeys(keys: string | undefined, file: string | undefined): string[] {
  if (keys && file) throw new Error('Set DOORSTEP_SECRET_KEY or DOORSTEP_SECRET_KEY_FILE, not both.')
  return (file ? readSecretFile(file) : (keys ?? '')).split(/[\s,]+/).filter(Boolean)
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`DOORSTEP_SECRET_KEY_FILE names ${file}, which cannot be read.`, { cause: error })
  }
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '/') end--
  return url.slice(0, end)
}

const MAX_PROXIES = 10
/** Names that proxy-addr knows for networks. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/**
 * A number of proxies, or their addresses and networks. `true` stands for one proxy: believing all would let callers
 * name any address, because a proxy appends to what it is sent.
 * @throws Error naming the variable
 */
function readTrustProxy(value: string | undefined): Config['trustProxy'] {
  if (value === undefined || value === 'false' || value === '0') return false
  if (value === 'true') return 1
  if (/^\d+$/.test(value)) {
    if (Number(value) <= MAX_PROXIES) return Number(value)
  } else {
    const proxies = value.split(',').map((one) => one.trim())
    if (proxies.every(isProxyAddress)) return proxies
  }
  throw new Error(
    `The setting TRUST_PROXY is not valid: write how many proxies stand before Doorstep (1 to ${MAX_PROXIES}), or their addresses and networks.`,
  )
}

function isProxyAddress(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return (
    NETWORKS.includes(text) ||
    (isIP(address) > 0 &&
      rest.length === 0 &&
      (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits)))
  )
}
