/** The only reader of the environment; docs/operating.md explains each setting. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { readCertificates } from './lib/certificates'
import { packageRoot } from './lib/root'
import { MAX_PROXIES, readTrustedProxies } from './lib/trustedProxies'

/** `FOO=` in an env file means unset. */
const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
const optionalUrl = optionalText.pipe(httpUrl.optional())

/** Over http, browsers could not load parts asked for over https. */
const servedUrl = httpUrl
  .refine(
    (address) => new URL(address).protocol === 'https:' || isThisMachine(new URL(address)),
    'must begin with https:// where it is not on this machine',
  )
  .refine((address) => /^\/*$/.test(new URL(address).pathname), 'must have no path: Doorstep needs a host of its own')

/** May be in files, as containers mount secrets: `DATABASE_URL_FILE=/run/secrets/database`. */
const SECRETS = [
  'DOORSTEP_SECRET_KEY',
  'DATABASE_URL',
  'NOTIFY_API_KEY',
  'NOTIFY_CALLBACK_TOKEN',
  'CALCULATOR_SECRET',
  'POLICY_LLM_KEY',
  'OUTBOUND_PROXY',
] as const

/** AES-256. */
const SECRET_KEY_BYTES = 32

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** A host name, `.suffix`, or an address. */
const HOST = /^(\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/

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
  DOORSTEP_URL: optionalText.pipe(servedUrl.optional()),
  DOORSTEP_DATA: optionalText,
  DOORSTEP_DEMO: optionalText,
  DOORSTEP_SECRET_KEY: z
    .string()
    .default('')
    .transform((keys) => keys.split(/[\s,]+/).filter(Boolean))
    .refine((keys) => keys.every((key) => Buffer.from(key, 'base64').length === SECRET_KEY_BYTES), {
      error: 'each key must be 32 bytes in base64: make one with openssl rand -base64 32',
    }),
  DOORSTEP_SECRET_KEY_FILE: optionalText,
  DATABASE_URL: optionalText.pipe(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  ),
  DATABASE_URL_FILE: optionalText,
  GOOGLE_MAPS_KEY: optionalText,
  BASEMAP_PMTILES: optionalText,
  CALCULATOR_URL: optionalUrl,
  CALCULATOR_SECRET: optionalText,
  CALCULATOR_SECRET_FILE: optionalText,
  POLICY_NOTES: optionalText,
  POLICY_LLM_URL: optionalUrl,
  POLICY_LLM_MODEL: optionalText,
  POLICY_LLM_KEY: optionalText,
  POLICY_LLM_KEY_FILE: optionalText,
  SUPPORT_EMAIL: optionalText.pipe(z.email('must be an e-mail address').optional()),
  OIDC_CLOCK_TOLERANCE_SECONDS: optionalText.pipe(
    z.coerce.number<string | undefined>('must be seconds, 300 at most').int().min(0).max(300).optional(),
  ),
  OIDC_LOGIN_HINT: z.enum(['on', 'off']).optional(),
  NOTIFY_API_KEY: optionalText.pipe(
    z
      .string()
      .regex(
        new RegExp(`^.+-${UUID}-${UUID}$`, 'i'),
        'must be a whole key of GOV.UK Notify: its name and two long numbers',
      )
      .optional(),
  ),
  NOTIFY_API_KEY_FILE: optionalText,
  NOTIFY_SMS_TEMPLATE_ID: optionalText.pipe(z.guid('must be the id of a template').optional()),
  NOTIFY_SERVICE_NAME: optionalText,
  NOTIFY_URL: optionalUrl,
  NOTIFY_CALLBACK_TOKEN: optionalText.pipe(z.string().min(16, 'must have 16 characters at least').optional()),
  NOTIFY_CALLBACK_TOKEN_FILE: optionalText,
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
  TRUST_PROXY: optionalText.transform(readTrustedProxies).refine((value) => value !== undefined, {
    error: `write how many proxies stand before Doorstep (1 to ${MAX_PROXIES}), or their addresses and networks`,
  }),
  DOORSTEP_CA_FILE: optionalText,
  OUTBOUND_PROXY: optionalText.pipe(
    httpUrl
      .refine(
        (address) => new URL(address).pathname === '/',
        'must be a proxy’s address alone: http://proxy.example:3128',
      )
      .optional(),
  ),
  OUTBOUND_PROXY_FILE: optionalText,
  OUTBOUND_PROXY_EXCEPTIONS: z
    .string()
    .default('')
    .transform((names) =>
      names
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .refine((names) => names.every((name) => HOST.test(name)), {
      error: 'must be names or addresses of hosts, separated by commas; .example means every name that ends so',
    }),
  API_DOCS: z.enum(['on', 'off']).optional(),
  LOG_LEVEL: optionalText.pipe(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional()),
  npm_lifecycle_event: optionalText,
})

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  readonly metricsPort: number | undefined
  readonly tracesTo: string | undefined
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** `Secure` cookies and HSTS. */
  readonly secure: boolean
  readonly dataFolder: string
  /** Absent: the embedded database. */
  readonly databaseUrl: string | undefined
  /** The first encrypts; the others only decrypt. */
  readonly secretKeys: readonly string[]
  readonly embeddedProvider: boolean
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
  readonly clockToleranceSeconds: number | undefined
  readonly sendsLoginHint: boolean
  /** Absent: the simulator; in production nothing is sent. */
  readonly notify: { readonly key: string; readonly smsTemplateId: string; readonly url: string } | undefined
  readonly notifyServiceName: string | undefined
  readonly notifyUrl: string
  readonly notifyCallbackToken: string | undefined
  readonly sofficePath: string | undefined
  readonly bwrapPath: string | undefined
  readonly s3: { readonly bucket: string; readonly endpoint: string | undefined; readonly region: string } | undefined
  readonly snapshotMemoryMegabytes: number
  readonly snapshotCacheMegabytes: number
  /** Number of proxies or their addresses; false: none. */
  readonly trustProxy: false | number | string[]
  readonly trustsAnyProxy: boolean
  readonly outbound: {
    readonly certificates: readonly string[]
    readonly proxy: string | undefined
    readonly exceptions: readonly string[]
  }
  readonly apiDocs: boolean
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | undefined
}

/** @throws Error naming every setting that is wrong, a line each */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const faults: string[] = []
  const parsed = environmentSchema.safeParse(readSecretFiles(environment, faults))
  for (const { path, message } of parsed.error?.issues ?? [])
    faults.push(`The setting ${path.join('.')} is not valid: ${message}.`)
  faults.push(...findHalfSettings(environment))
  const caFile = environment.DOORSTEP_CA_FILE?.trim()
  const certificates = caFile ? readCertificates(resolve(caFile)) : []
  if ('fault' in certificates) faults.push(certificates.fault)
  if (!parsed.success || 'fault' in certificates || faults.length > 0) throw new Error(faults.join('\n'))
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
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    publicUrl,
    secure: !isLocal,
    dataFolder: env.DOORSTEP_DATA ? resolve(env.DOORSTEP_DATA) : resolve(packageRoot, '.doorstep'),
    databaseUrl: env.DATABASE_URL,
    secretKeys: env.DOORSTEP_SECRET_KEY,
    embeddedProvider: !production || env.DOORSTEP_DEMO === '1',
    demoAccounts,
    demoData,
    googleMapsKey: env.GOOGLE_MAPS_KEY,
    basemapPmtiles: env.BASEMAP_PMTILES && resolve(env.BASEMAP_PMTILES),
    calculatorUrl: env.CALCULATOR_URL,
    calculatorSecret: env.CALCULATOR_SECRET,
    assistantNotes: env.POLICY_NOTES && resolve(env.POLICY_NOTES),
    assistantModel:
      env.POLICY_LLM_URL && env.POLICY_LLM_MODEL
        ? { url: env.POLICY_LLM_URL, model: env.POLICY_LLM_MODEL, key: env.POLICY_LLM_KEY }
        : undefined,
    supportEmail: env.SUPPORT_EMAIL ?? (demoData ? DEMO_SUPPORT_EMAIL : undefined),
    clockToleranceSeconds: env.OIDC_CLOCK_TOLERANCE_SECONDS,
    sendsLoginHint: env.OIDC_LOGIN_HINT !== 'off',
    notify:
      env.NOTIFY_API_KEY && env.NOTIFY_SMS_TEMPLATE_ID
        ? { key: env.NOTIFY_API_KEY, smsTemplateId: env.NOTIFY_SMS_TEMPLATE_ID, url: notifyUrl(env.NOTIFY_URL) }
        : undefined,
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
    trustProxy: env.TRUST_PROXY,
    trustsAnyProxy: environment.TRUST_PROXY?.trim() === 'true',
    outbound: { certificates, proxy: env.OUTBOUND_PROXY, exceptions: env.OUTBOUND_PROXY_EXCEPTIONS },
    apiDocs: env.API_DOCS !== 'off',
    logLevel: env.LOG_LEVEL,
  }
}

/** RFC 2606 reserves `.example`. */
const DEMO_SUPPORT_EMAIL = 'support@doorstep.example'

function defaultUrl(port: number, npmScript: string | undefined): string {
  return npmScript === 'dev' ? 'http://localhost:5173' : `http://localhost:${port}`
}

/** Whether an address is loopback (RFC 6761). */
export function isThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
}

const isSet = (value: string | undefined) => (value ?? '').trim() !== ''

function findHalfSettings(environment: NodeJS.ProcessEnv): string[] {
  const faults: string[] = []
  if (isSet(environment.POLICY_LLM_URL) && !isSet(environment.POLICY_LLM_MODEL))
    faults.push('POLICY_LLM_URL is set without POLICY_LLM_MODEL: set the name of the model that it serves.')
  if (
    isSet(environment.OUTBOUND_PROXY_EXCEPTIONS) &&
    ![environment.OUTBOUND_PROXY, environment.OUTBOUND_PROXY_FILE].some(isSet)
  )
    faults.push('OUTBOUND_PROXY_EXCEPTIONS is set without OUTBOUND_PROXY: set the proxy’s address, or leave both out.')
  const hasNotifyKey = isSet(environment.NOTIFY_API_KEY) || isSet(environment.NOTIFY_API_KEY_FILE)
  if (hasNotifyKey && !isSet(environment.NOTIFY_SMS_TEMPLATE_ID)) {
    faults.push(
      'NOTIFY_API_KEY is set without NOTIFY_SMS_TEMPLATE_ID: make a text message template in GOV.UK Notify whose ' +
        'message is ((message)), and set its id.',
    )
  }
  return faults
}

function readSecretFiles(environment: NodeJS.ProcessEnv, faults: string[]): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = { ...environment }
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (isSet(environment[name])) faults.push(`Set ${name} or ${name}_FILE, not both.`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
      if (read[name] === '') faults.push(`${name}_FILE names ${file}, which is empty.`)
    } catch {
      faults.push(`${name}_FILE names ${file}, which this user cannot read: correct its path or its rights.`)
    }
  }
  return read
}

const notifyUrl = (url: string | undefined) => withoutTrailingSlashes(url ?? 'https://api.notifications.service.gov.uk')

function withoutTrailingSlashes(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '/') end--
  return url.slice(0, end)
}
