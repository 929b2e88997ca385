/** Where the bucket is; without the library that calls it. */

export interface S3Settings {
  readonly bucket: string
  readonly endpoint: string | undefined
  readonly region: string
}

/** Deleted files may stay as versions this long. */
export const MAX_VERSION_DAYS = 30

/** For the content security policy. */
export const originOfStore = ({ bucket, endpoint, region }: S3Settings): string =>
  endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin
