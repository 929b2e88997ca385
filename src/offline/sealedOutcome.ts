/** Seals a queued outcome for the server: nothing on the device can open it. */
import type { VisitOutcome } from '#contract/campaigns/visits'
import { fromBase64, fromBase64Url, toBase64 } from './seal'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

/**
 * A new ECDH key, HKDF and AES-GCM (docs/decisions/0054-visit-rounds.md).
 * @param outcomeKey base64url
 * @returns public point and text, base64url
 */
export async function sealOutcome(outcomeKey: string, id: string, outcome: VisitOutcome): Promise<string> {
  const owner = await crypto.subtle.importKey('raw', fromBase64(fromBase64Url(outcomeKey)), CURVE, false, [])
  const made = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', made.publicKey))
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: owner }, made.privateKey, 256)
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`doorstep visit outcome ${id}`)
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: point, info }
  const key = await crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const text = new TextEncoder().encode(JSON.stringify(outcome))
  // Fixed nonce: keys are used once.
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, text)
  return toBase64(new Uint8Array([...point, ...new Uint8Array(sealed)]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
