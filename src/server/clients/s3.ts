/** Upload addresses sign content type, size, and that the key is free: uploads cannot be replaced. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Readable } from 'node:stream'
import { agentFor } from './outbound'
import { originOfStore, type S3Settings } from './s3Settings'

export interface ObjectStore {
  put(key: string, content: Readable | Uint8Array, bytes: number, contentType: string): Promise<void>
  open(key: string): Promise<Readable | undefined>
  sizeOf(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<{ readonly key: string; readonly changedAt: Date }>
  readAddress(key: string, answer: { contentType: string; disposition: string; seconds: number }): Promise<string>
  writeAddress(
    key: string,
    upload: { contentType: string; bytes: number | undefined; seconds: number },
  ): Promise<string>
}

const SILENCE_MS = 20_000

/** To take part of a list for the whole would bring erased households back with a restore. */
class NotAList extends Error {
  constructor() {
    super('The bucket, or something on the way to it, answered with something else than a whole list of its files.')
  }
}

/** Credentials come from environment, profile or machine role. */
export function createS3Client(settings: S3Settings, silenceMs: number = SILENCE_MS): S3Client {
  const { endpoint, region } = settings
  const agent = agentFor(new URL(originOfStore(settings)))
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    region,
    requestHandler: {
      connectionTimeout: silenceMs,
      socketTimeout: silenceMs,
      ...(agent ? { httpAgent: agent, httpsAgent: agent } : {}),
    },
    // Other stores lack checksums, and browsers send none.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** The bucket of the settings. */
export function createObjectStore(settings: S3Settings, silenceMs: number = SILENCE_MS): ObjectStore {
  const { bucket } = settings
  const client = createS3Client(settings, silenceMs)
  const at = (key: string) => ({ Bucket: bucket, Key: key })

  return {
    async put(key, content, bytes, contentType) {
      await client.send(
        new PutObjectCommand({ ...at(key), Body: content, ContentLength: bytes, ContentType: contentType }),
      )
    },

    async open(key) {
      const found = await client.send(new GetObjectCommand(at(key))).catch(ignoreMissing)
      // In Node it is a Node stream.
      return found?.Body as Readable | undefined
    },

    async sizeOf(key) {
      return (await client.send(new HeadObjectCommand(at(key))).catch(ignoreMissing))?.ContentLength
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },

    async *list(prefix) {
      let next: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
        )
        for (const { Key: key, LastModified: changedAt } of page.Contents ?? []) {
          if (!key?.startsWith(prefix) || changedAt === undefined) throw new NotAList()
          yield { key, changedAt }
        }
        // Every list says whether there is more; the page of a proxy, or nothing at all, is no empty list.
        if (page.IsTruncated === undefined) throw new NotAList()
        if (page.IsTruncated && [undefined, next].includes(page.NextContinuationToken)) throw new NotAList()
        next = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (next !== undefined)
    },

    readAddress: (key, { contentType, disposition, seconds }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...at(key),
          ResponseContentType: contentType,
          ResponseContentDisposition: disposition,
          ResponseCacheControl: 'private, no-store',
        }),
        { expiresIn: seconds },
      ),

    writeAddress: (key, { contentType, bytes, seconds }) =>
      getSignedUrl(
        client,
        new PutObjectCommand({ ...at(key), ContentType: contentType, ContentLength: bytes, IfNoneMatch: '*' }),
        {
          expiresIn: seconds,
          signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
        },
      ),
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
  throw error
}
