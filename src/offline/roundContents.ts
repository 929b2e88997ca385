/** Decrypted contents; rounds.ts has the records. */
import { z } from 'zod'
import { loadVisitRound } from '#contract/campaigns/visits'
import { VISIT_OUTCOMES } from '#contract/households/visitOutcomes'
import { fromBase64 } from './seal'

const { shape } = loadVisitRound.reply
export const roundContentSchema = z.object({
  id: z.literal('round'),
  ...shape,
  /** Null: erased; the others keep their numbers. */
  visits: z.array(shape.visits.element.nullable()),
})

/** A visit's last outcome recorded here. */
export const visitMarkSchema = z.object({
  id: z.string(),
  outcomeId: z.uuid(),
  outcome: z.enum(VISIT_OUTCOMES),
  note: z.string(),
  /** yyyy-mm-dd. */
  callAgainOn: z.string().nullish(),
})
export type VisitMark = z.infer<typeof visitMarkSchema>

/** OWASP's minimum for PBKDF2 with SHA-256 (Password Storage Cheat Sheet). */
const ITERATIONS = 600_000

/** The shift code's key; not extractable. @param salt base64 */
export async function shiftKey(code: string, salt: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(code.normalize('NFKC')),
    'PBKDF2',
    false,
    ['deriveKey'],
  )
  const stretching = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(salt), iterations: ITERATIONS }
  return crypto.subtle.deriveKey(stretching, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
