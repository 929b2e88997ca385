import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  type CORSRule,
  type LifecycleRule,
  type S3Client,
} from '@aws-sdk/client-s3'
import { z } from 'zod'
import { createS3Client } from './s3'
import { MAX_VERSION_DAYS, type S3Settings } from './s3Settings'

const ID = 'doorstep'
const PATIENCE_MS = 10_000

/** `forbidden`: the credentials may not look. */
export type VersionsFault = 'versions' | 'expiring' | 'forbidden'

/** Whether versions expire and current files stay. */
export async function examineVersions(settings: S3Settings): Promise<VersionsFault[]> {
  const client = createS3Client(settings, PATIENCE_MS)
  try {
    const rules = (await readLifecycle(client, settings.bucket)).filter(({ Status }) => Status === 'Enabled')
    const keepsVersions = (await readVersioning(client, settings.bucket)) !== undefined
    const faults: VersionsFault[] = []
    if (keepsVersions && !rules.some(removesVersions)) faults.push('versions')
    if (rules.some(removesCurrent)) faults.push('expiring')
    return faults
  } catch (error) {
    if (isRefusal(error)) return ['forbidden']
    throw error
  }
}

/**
 * Sets the rules, and leaves others.
 * @param origin of the pages
 * @returns whether the bucket keeps versions
 */
export async function setBucketRules(settings: S3Settings, origin: string): Promise<boolean> {
  const client = createS3Client(settings, PATIENCE_MS)
  const { bucket: Bucket } = settings
  const cors: CORSRule = {
    ID,
    AllowedOrigins: [origin],
    AllowedMethods: ['GET', 'PUT'],
    AllowedHeaders: ['content-type', 'if-none-match'],
    MaxAgeSeconds: 3_600,
  }
  const otherCors = (await readCors(client, Bucket)).filter((rule) => rule.ID !== ID)
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [cors, ...otherCors] } }))
  const keepsVersions = (await readVersioning(client, Bucket)) !== undefined
  const rule: LifecycleRule = {
    ID,
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    ...(keepsVersions
      ? {
          NoncurrentVersionExpiration: { NoncurrentDays: MAX_VERSION_DAYS },
          Expiration: { ExpiredObjectDeleteMarker: true },
        }
      : {}),
  }
  const others = (await readLifecycle(client, Bucket)).filter((one) => one.ID !== ID)
  await client.send(
    new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [rule, ...others] } }),
  )
  return keepsVersions
}

/** Whether the credentials may not do it. */
export const isRefusal = (error: unknown): boolean => readCode(error) === 'AccessDenied'

const removesVersions = ({ NoncurrentVersionExpiration: removal, ...rule }: LifecycleRule): boolean =>
  isForAll(rule) &&
  (removal?.NoncurrentDays ?? Infinity) <= MAX_VERSION_DAYS &&
  (removal?.NewerNoncurrentVersions ?? 0) === 0

const removesCurrent = ({ Expiration: removal }: LifecycleRule): boolean =>
  removal?.Days !== undefined || removal?.Date !== undefined

/** Where rules from before filters have it. */
const olderRule = z.object({ Prefix: z.string().optional() })

function isForAll(rule: LifecycleRule): boolean {
  const {
    Prefix: filtered = olderRule.parse(rule).Prefix,
    And,
    Tag,
    ObjectSizeGreaterThan,
    ObjectSizeLessThan,
  } = rule.Filter ?? {}
  const narrower = [And, Tag, ObjectSizeGreaterThan, ObjectSizeLessThan]
  return (filtered ?? '') === '' && narrower.every((condition) => condition === undefined)
}

const readVersioning = (client: S3Client, Bucket: string) =>
  client.send(new GetBucketVersioningCommand({ Bucket })).then(({ Status }) => Status, ignoreUnknown)

const readLifecycle = (client: S3Client, Bucket: string): Promise<LifecycleRule[]> =>
  client
    .send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
    .then(({ Rules }) => Rules ?? [], ignoreUnknown)
    .then((rules) => rules ?? [])

const readCors = (client: S3Client, Bucket: string): Promise<CORSRule[]> =>
  client
    .send(new GetBucketCorsCommand({ Bucket }))
    .then(({ CORSRules }) => CORSRules ?? [], ignoreUnknown)
    .then((rules) => rules ?? [])

const NOTHING_SET = [
  ...['NoSuchLifecycleConfiguration', 'NoSuchCORSConfiguration'],
  ...['NotImplemented', 'MethodNotAllowed', '501', '405'],
]

function ignoreUnknown(error: unknown): undefined {
  if (!NOTHING_SET.includes(readCode(error))) throw error
}

const readCode = (error: unknown): string => (error instanceof Error ? error.name : '')
