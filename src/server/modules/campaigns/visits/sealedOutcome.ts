/** Counterpart of src/offline/sealedOutcome.ts. */
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const TAG_BYTES = 16

/** Place that a round's private key is sealed for. */
export const nameOutcomeKey = (organisationId: string, roundId: string): string =>
  `visit round ${roundId} of ${organisationId}`

/** Base64url; devices seal outcomes under the public key. */
export function createOutcomeKeys(): { readonly publicKey: string; readonly privateKey: string } {
  const pair = createECDH(CURVE)
  return { publicKey: pair.generateKeys('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

/** @returns JSON. @throws Error unless sealed for this key and id */
export function openOutcome(privateKey: string, id: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url')
  const [point, cipher, tag] = [
    bytes.subarray(0, POINT_BYTES),
    bytes.subarray(POINT_BYTES, -TAG_BYTES),
    bytes.subarray(-TAG_BYTES),
  ]
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey, 'base64url')
  const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(point), point, `doorstep visit outcome ${id}`, 32))
  // A fixed nonce, because each key is used once.
  const opening = createDecipheriv('aes-256-gcm', key, Buffer.alloc(12), { authTagLength: TAG_BYTES }).setAuthTag(tag)
  return JSON.parse(Buffer.concat([opening.update(cipher), opening.final()]).toString('utf8'))
}
