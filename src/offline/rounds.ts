/** One record of the round, one per visit with an outcome. */
import { z } from 'zod'

const roundSchema = z.object({
  id: z.literal('round'),
  roundId: z.uuid(),
  salt: z.base64(),
  /** Milliseconds since 1970, by the device's clock. */
  startedAt: z.number(),
  endsAt: z.number(),
  wrongCodes: z.number().int().min(0),
  sealed: z.base64(),
})
export type SealedRound = z.infer<typeof roundSchema>

const sealedVisitSchema = z.object({
  id: z.templateLiteral(['visit ', z.int()]),
  /** Removing the queued item removes this record. */
  outcomeId: z.uuid().optional(),
  sealed: z.base64(),
})

export const roundRecordSchema = z.union([roundSchema, sealedVisitSchema])
export type RoundRecord = z.infer<typeof roundRecordSchema>

/** Whether the shift is over, or the clock was set back by its length. */
export const isShiftOver = ({ startedAt, endsAt }: SealedRound, now: number): boolean =>
  now >= endsAt || now < startedAt - (endsAt - startedAt)
