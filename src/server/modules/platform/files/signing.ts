/** An HMAC over everything in an address; its secret is in the data folder, outside backups. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { OperatorFault } from '../../../lib/operator'

export interface Grant {
  readonly key: string
  readonly method: 'GET' | 'PUT'
  readonly expires: number
  readonly maxBytes?: number | undefined
  readonly downloadName?: string | undefined
  readonly contentType: string | undefined
}

/** Without the method, which only the HMAC covers. */
export const grantQuery = z.object({
  expires: z.coerce.number().int().positive(),
  max: z.coerce.number().int().positive().optional(),
  name: z.string().max(200).optional(),
  type: z.string().max(100).optional(),
  signature: z.string().max(100),
})

/** @param secret 32 random bytes */
export function createSigner(secret: Buffer) {
  const hash = ({ key, method, expires, maxBytes, downloadName, contentType }: Grant) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([method, key, expires, maxBytes ?? null, downloadName ?? null, contentType ?? null]))
      .digest()

  return {
    sign(grant: Grant): string {
      const query = new URLSearchParams({ expires: String(grant.expires) })
      if (grant.maxBytes !== undefined) query.set('max', String(grant.maxBytes))
      if (grant.downloadName !== undefined) query.set('name', grant.downloadName)
      if (grant.contentType !== undefined) query.set('type', grant.contentType)
      query.set('signature', hash(grant).toString('base64url'))
      return `/files/${grant.key.split('/').map(encodeURIComponent).join('/')}?${query.toString()}`
    },

    check(grant: Grant, signature: string): 'good' | 'forged' | 'expired' {
      const given = Buffer.from(signature, 'base64url')
      const right = hash(grant)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
      return grant.expires * 1000 > Date.now() ? 'good' : 'expired'
    },
  }
}

const SECRET_BYTES = 32

/** The same for servers started together. */
export async function readSigningSecret(dataFolder: string): Promise<Buffer> {
  const path = join(dataFolder, 'files.secret')
  const read = () => readFile(path).catch(() => undefined)
  const known = await read()
  if (known?.length === SECRET_BYTES) return known
  await mkdir(dataFolder, { recursive: true })
  const aside = `${path}.${randomBytes(8).toString('hex')}`
  await writeFile(aside, randomBytes(SECRET_BYTES), { mode: 0o600 })
  await chmod(aside, 0o600)
  // Appears whole, or not at all when another was first.
  await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
  const made = await read()
  if (made?.length !== SECRET_BYTES)
    throw new OperatorFault(`${path} is not a secret of Doorstep's. Remove it and start again.`)
  return made
}
