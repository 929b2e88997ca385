/**
 * S3, or what speaks like it: the bytes of objects, and addresses that were signed for one object and one method. An
 * upload's address carries among what is signed its content type, its size where that is known, and that nothing may be
 * there yet: what was uploaded cannot be replaced through it.
 */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Readable } from 'node:stream'

export interface S3Settings {
  readonly bucket: string
  /** Of another provider than Amazon. */
  readonly endpoint: string | undefined
  readonly region: string
}

export interface ObjectStore {
  put(key: string, content: Readable | Uint8Array, bytes: number, contentType: string): Promise<void>
  open(key: string): Promise<Readable | undefined>
  /** The size in bytes. */
  sizeOf(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  readAddress(key: string, answer: { contentType: string; disposition: string; seconds: number }): Promise<string>
  writeAddress(
    key: string,
    upload: { contentType: string; bytes: number | undefined; seconds: number },
  ): Promise<string>
}

/** A store that says nothing for so long, in milliseconds, has failed; the SDK tries three times. */
const SILENCE_MS = 20_000

/** Credentials are found as the SDK finds them: environment, profile, or the machine's role. */
export function createObjectStore(
  { bucket, endpoint, region }: S3Settings,
  silenceMs: number = SILENCE_MS,
): ObjectStore {
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    region,
    requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs },
    // Stores other than Amazon's know no checksums of their own, and a browser's upload carries none.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: key })

  return {
    async put(key, content, bytes, contentType) {
      await client.send(
        new PutObjectCommand({ ...at(key), Body: content, ContentLength: bytes, ContentType: contentType }),
      )
    },

    async open(key) {
      const found = await client.send(new GetObjectCommand(at(key))).catch(ignoreMissing)
      // In Node the body is a stream of Node's.
      return found?.Body as Readable | undefined
    },

    async sizeOf(key) {
      return (await client.send(new HeadObjectCommand(at(key))).catch(ignoreMissing))?.ContentLength
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)))
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

/** The origin that a browser meets: what the page's policy must allow. */
export const originOfStore = ({ bucket, endpoint, region }: S3Settings): string =>
  endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin

function ignoreMissing(error: unknown): undefined {
  if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
  throw error
}
