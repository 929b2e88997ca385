import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readWhole } from '../../../src/server/modules/platform/files/service'

interface Stored {
  readonly content: Buffer
  readonly type: string
}
interface Seen {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
}

export interface FakeS3 {
  readonly endpoint: string
  /** By path, the bucket first. */
  readonly objects: Map<string, Stored>
  readonly seen: Seen[]
  /** What it answers instead, or does not know: to be set by a test. */
  readonly faults: {
    noBucket?: boolean | undefined
    ignoresIfNoneMatch?: boolean | undefined
    /** Lists do not have what is there. */
    listsLate?: boolean | undefined
    allowedOrigin?: string | undefined
    behindSeconds?: number | undefined
    /** Answers of the calls on the bucket itself, by their name; without one the call is not known (501). */
    rules?: Record<'versioning' | 'lifecycle' | 'cors', string | undefined> | undefined
    hidesRules?: boolean | undefined
  }
  close(): void
}

/** Stands for S3: keeps objects, and what it was asked. Signatures are AWS's SDK's to make; that they are there is checked. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Stored>()
  const seen: Seen[] = []
  const faults: FakeS3['faults'] = {}
  const errorXml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>none</Message></Error>`
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://s3')
      const content = await readWhole(request, 50_000_000)
      if (faults.behindSeconds)
        response.setHeader('date', new Date(Date.now() - faults.behindSeconds * 1_000).toUTCString())
      if (request.method === 'OPTIONS') {
        const isAllowed = faults.allowedOrigin === undefined || faults.allowedOrigin === request.headers.origin
        if (!isAllowed) return response.writeHead(403).end()
        return response
          .writeHead(200, {
            'access-control-allow-origin': request.headers.origin,
            'access-control-allow-methods': 'GET, PUT',
            'access-control-allow-headers': 'content-type, if-none-match',
          })
          .end()
      }
      const signed =
        request.headers.authorization?.startsWith('AWS4-HMAC-SHA256') || url.searchParams.has('X-Amz-Signature')
      seen.push({ method: request.method ?? '', url, headers: request.headers })
      if (!signed) return response.writeHead(403).end()
      if (faults.noBucket)
        return response.writeHead(404, { 'content-type': 'application/xml' }).end(errorXml('NoSuchBucket'))
      const rule = (['versioning', 'lifecycle', 'cors'] as const).find((name) => url.searchParams.has(name))
      if (rule !== undefined) {
        const xml = { 'content-type': 'application/xml' }
        if (faults.hidesRules) return response.writeHead(403, xml).end(errorXml('AccessDenied'))
        if (!faults.rules) return response.writeHead(501, xml).end(errorXml('NotImplemented'))
        if (request.method === 'PUT') faults.rules[rule] = content.toString()
        else if (faults.rules[rule] === undefined && rule !== 'versioning')
          return response
            .writeHead(404, xml)
            .end(errorXml(rule === 'cors' ? 'NoSuchCORSConfiguration' : 'NoSuchLifecycleConfiguration'))
        return response.writeHead(200, xml).end(faults.rules[rule] ?? '<VersioningConfiguration/>')
      }
      const prefix = url.searchParams.get('list-type') === '2' ? (url.searchParams.get('prefix') ?? '') : undefined
      if (prefix !== undefined) {
        const keys = (faults.listsLate ? [] : [...objects.keys()]).map((path) =>
          decodeURIComponent(path.split('/').slice(2).join('/')),
        )
        const listed = keys
          .filter((key) => key.startsWith(prefix))
          .map((key) => `<Contents><Key>${key}</Key><LastModified>2020-01-01T00:00:00.000Z</LastModified></Contents>`)
        return response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(
            `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListBucketResult>`,
          )
      }
      const found = objects.get(url.pathname)
      if (request.method === 'PUT') {
        const names = url.searchParams.get('X-Amz-SignedHeaders')?.split(';') ?? []
        const mustBeNew = names.includes('if-none-match') && !faults.ignoresIfNoneMatch
        if (mustBeNew && found) return response.writeHead(412).end()
        objects.set(url.pathname, { content, type: request.headers['content-type'] ?? '' })
        return response.writeHead(200).end()
      }
      if (request.method === 'DELETE') {
        objects.delete(url.pathname)
        return response.writeHead(204).end()
      }
      if (!found) {
        return response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end(request.method === 'HEAD' ? undefined : errorXml('NoSuchKey'))
      }
      response.writeHead(200, { 'content-length': found.content.length, 'content-type': found.type })
      return response.end(request.method === 'HEAD' ? undefined : found.content)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, objects, seen, faults, close: () => server.close() }
}
