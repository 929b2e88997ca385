/** AES-GCM under the person's key, bound to table and id; for what outlives a session. */
import { z } from 'zod'
import type { TableName } from './kept'

const ALGORITHM = 'AES-GCM'
const NONCE_BYTES = 12

const sealedSchema = z.object({
  id: z.string(),
  /** Nonce and text, base64. */
  sealed: z.base64(),
})
export type SealedRecord = z.infer<typeof sealedSchema>

/** Whether a record is sealed, by whatever key. */
export const isSealed = (record: unknown): record is SealedRecord => sealedSchema.safeParse(record).success

/** Imports the server's base64url key; not extractable. @throws without https */
export function importKey(text: string): Promise<CryptoKey> {
  const bytes = fromBase64(fromBase64Url(text))
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt'])
}

export interface RecordSeal {
  seal(value: { readonly id: string }): Promise<SealedRecord>
  remembered(record: SealedRecord): { readonly value: unknown } | undefined
  /** @throws OperationError if the key does not open it */
  open(record: SealedRecord): Promise<unknown>
}

/** A seal under the key. */
export function createSeal(key: CryptoKey, table: TableName): RecordSeal {
  // Saves transactions from waiting to open a record again.
  const opened = new Map<string, unknown>()
  const algorithm = (id: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: ALGORITHM,
    iv,
    additionalData: new TextEncoder().encode(`${table} ${id}`),
  })
  return {
    async seal(value) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const text = new TextEncoder().encode(JSON.stringify(value))
      const cipher = await crypto.subtle.encrypt(algorithm(value.id, nonce), key, text)
      return { id: value.id, sealed: toBase64(new Uint8Array([...nonce, ...new Uint8Array(cipher)])) }
    },
    remembered: ({ sealed }) => (opened.has(sealed) ? { value: opened.get(sealed) } : undefined),
    async open({ id, sealed }) {
      const bytes = fromBase64(sealed)
      const nonce = bytes.slice(0, NONCE_BYTES)
      const text = await crypto.subtle.decrypt(algorithm(id, nonce), key, bytes.slice(NONCE_BYTES))
      const value: unknown = JSON.parse(new TextDecoder().decode(text))
      if (opened.size >= MAX_REMEMBERED) opened.clear()
      opened.set(sealed, value)
      return value
    },
  }
}

const MAX_REMEMBERED = 1_000

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Base64 of base64url. */
export const fromBase64Url = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/')

/** The bytes of base64. */
export const fromBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
