import { randomUUID } from 'node:crypto'
import { createObjectStore, type ObjectStore } from './s3'
import { examineVersions, type VersionsFault } from './s3Rules'
import type { S3Settings } from './s3Settings'

export type StoreFault =
  'unreachable' | 'gone' | 'forbidden' | 'cors' | 'if-none-match' | 'late lists' | 'clock' | `rules ${VersionsFault}`

const PATIENCE_MS = 10_000
/** S3 refuses from 15 minutes on; GOV.UK Notify from 30 seconds. */
const MAX_SKEW_MS = 20_000

/** Uses the bucket as the server and a browser do, and leaves nothing behind. @param origin of the pages */
export async function examineStore(settings: S3Settings, origin: string): Promise<StoreFault[]> {
  const store = createObjectStore(settings, PATIENCE_MS)
  const key = `doctor/${randomUUID()}`
  const faults: StoreFault[] = []
  try {
    await store.put(key, Buffer.from('doctor'), 6, 'text/plain')
    const isListed = await lists(store, key)
    await store.remove(key)
    if (!isListed || (await lists(store, key))) faults.push('late lists')
  } catch (error) {
    return [readMeaning(error)]
  }
  const address = await store.writeAddress(key, { contentType: 'text/plain', bytes: undefined, seconds: 60 })
  const upload = () =>
    fetch(address, {
      method: 'PUT',
      body: 'doctor',
      headers: { 'content-type': 'text/plain', 'if-none-match': '*' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  try {
    const first = await upload()
    const date = Date.parse(first.headers.get('date') ?? '')
    if (Math.abs(date - Date.now()) > MAX_SKEW_MS) faults.push('clock')
    if ((await upload()).ok) faults.push('if-none-match')
  } finally {
    await store.remove(key)
  }
  const preflights = [
    allows({ address, origin }, 'PUT', 'content-type,if-none-match'),
    allows({ address, origin }, 'GET'),
  ]
  if ((await Promise.all(preflights)).includes(false)) faults.push('cors')
  faults.push(...(await examineVersions(settings)).map((fault) => `rules ${fault}` as const))
  return faults
}

async function lists(store: ObjectStore, wanted: string): Promise<boolean> {
  for await (const { key } of store.list(wanted)) if (key === wanted) return true
  return false
}

function readMeaning(error: unknown): StoreFault {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NoSuchBucket') return 'gone'
  if (name === 'RequestTimeTooSkewed') return 'clock'
  return ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'CredentialsProviderError', '403'].includes(
    name,
  )
    ? 'forbidden'
    : 'unreachable'
}

async function allows(
  { address, origin }: { readonly address: string; readonly origin: string },
  method: string,
  headers?: string,
): Promise<boolean> {
  const answer = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      ...(headers === undefined ? {} : { 'access-control-request-headers': headers }),
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const allowed = (name: string) => answer.headers.get(`access-control-allow-${name}`)?.toLowerCase() ?? ''
  return (
    answer.ok &&
    ['*', origin.toLowerCase()].includes(allowed('origin')) &&
    allowed('methods').includes(method.toLowerCase()) &&
    (headers === undefined || allowed('headers') === '*' || allowed('headers').includes('if-none-match'))
  )
}
