/** What the records of a visit round hold, and the key that opens them (rounds.ts has the records). */
import { z } from 'zod'
import { loadVisitRound, VISIT_OUTCOMES } from '#contract/visits'
import { bytesOf } from './seal'

const { shape } = loadVisitRound.reply
export const roundContentSchema = z.object({
  id: z.literal('round'),
  ...shape,
  /** Null in the place of a household that was erased since: the others keep their numbers. */
  visits: z.array(shape.visits.element.nullable()),
})

/** What the record of a visit holds: the last outcome that was recorded here. */
export const visitMarkSchema = z.object({
  id: z.string(),
  outcomeId: z.uuid(),
  outcome: z.enum(VISIT_OUTCOMES),
  note: z.string(),
})
export type VisitMark = z.infer<typeof visitMarkSchema>

/** What OWASP asks for PBKDF2 with SHA-256 (Password Storage Cheat Sheet). */
const ITERATIONS = 600_000

/** The key that a shift code makes; it cannot leave this object. @param salt base64 */
export async function shiftKey(code: string, salt: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(code.normalize('NFKC')),
    'PBKDF2',
    false,
    ['deriveKey'],
  )
  const stretching = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: ITERATIONS }
  return crypto.subtle.deriveKey(stretching, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
