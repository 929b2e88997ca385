/** Secrets in the database: AES-256-GCM under a key stored elsewhere (docs/operating.md#secrets). */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config'
import { Fault } from '../http/faults'
import { hasCode } from './operator'

const PREFIX = 'sealed'
const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
export const KEY_FILE = 'secret.key'
export const UNKEYED = 'none'

/** Whether made under a key. */
export const isKeyedMac = (mac: string): boolean => !mac.startsWith(`${UNKEYED}:`) && mac !== ''

export interface Secrets {
  /**
   * Seals under the first key.
   * @param place what it belongs to; it opens nowhere else
   * @throws Fault 409 without a key
   */
  seal(secret: string, place: string): string
  /** Opens with any key. @throws SecretLost */
  open(kept: string, place: string): string
  /** HMAC-SHA256 under the first key, with the key's id; a plain SHA-256 without one. */
  mac(text: string): string
  /** Under every key, in order; empty without one. */
  macs(text: string): string[]
  /** `lost`: its key is not set. */
  checkMac(text: string, mac: string): 'right' | 'wrong' | 'lost'
  isOutdated(kept: string): boolean
}

/** Its key is gone, or it was moved. */
export class SecretLost extends Error {
  override readonly name = 'SecretLost'
}

interface Key {
  readonly id: string
  readonly bytes: Buffer
}

/**
 * From `DOORSTEP_SECRET_KEY`; the embedded database else creates one in the data folder.
 * @throws Error in one sentence for a wrong key length
 */
export function createSecrets(config: Pick<Config, 'secretKeys' | 'dataFolder' | 'databaseUrl'>): Secrets {
  const given = config.secretKeys.map(asKey)
  const kept: { keys?: readonly Key[] } = {}
  const keys = (): readonly Key[] => {
    if (given.length > 0) return given
    // Other servers would not have the file.
    if (config.databaseUrl) return []
    return (kept.keys ??= [asKey(fileKey(config.dataFolder))])
  }
  return {
    seal(secret, place) {
      const [key] = keys()
      if (!key) {
        throw new Fault(
          409,
          'no_secret_key',
          'Secrets cannot be kept yet: DOORSTEP_SECRET_KEY is not set on the server.',
        )
      }
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key.bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(
        Buffer.from(place),
      )
      const text = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [PREFIX, key.id, text.toString('base64url')].join(':')
    },
    open(sealed, place) {
      const [prefix, id, text] = sealed.split(':')
      const key = keys().find((one) => one.id === id)
      if (prefix !== PREFIX || !key || text === undefined)
        throw new SecretLost(`The key ${id} that a secret was sealed with is not set.`)
      const bytes = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(-TAG_BYTES))
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        throw new SecretLost('A secret was changed, or belongs elsewhere.')
      }
    },
    mac: (text) => computeMac(keys()[0], text),
    macs: (text) => keys().map((key) => computeMac(key, text)),
    checkMac(text, mac) {
      const [id] = mac.split(':')
      const key = keys().find((one) => one.id === id)
      if (!key && id !== UNKEYED) return 'lost'
      const right = Buffer.from(computeMac(key, text))
      const given = Buffer.from(mac)
      return right.length === given.length && timingSafeEqual(right, given) ? 'right' : 'wrong'
    },
    isOutdated: (sealed) => !sealed.startsWith(`${PREFIX}:${keys()[0]?.id}:`),
  }
}

const computeMac = (key: Key | undefined, text: string): string => {
  if (!key) return `${UNKEYED}:${createHash('sha256').update(text).digest('hex')}`
  // Separate from the sealing key.
  const own = createHmac('sha256', key.bytes).update('mac').digest()
  return `${key.id}:${createHmac('sha256', own).update(text).digest('hex')}`
}

function asKey(text: string): Key {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== KEY_BYTES) {
    throw new Error(
      'Each key of DOORSTEP_SECRET_KEY must be 32 bytes in base64: make one with openssl rand -base64 32.',
    )
  }
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}

function fileKey(dataFolder: string): string {
  const file = join(dataFolder, KEY_FILE)
  try {
    mkdirSync(dataFolder, { recursive: true })
    // Never overwrites.
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
