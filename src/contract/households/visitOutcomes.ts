import { z } from 'zod'

/** Households that a visit round is chosen from. */
export const MAX_MATCHING = 600

/** What can come of a visit: docs/product.md#visit-rounds. */
export const VISIT_OUTCOMES = [
  'spoke',
  'helped_to_claim',
  'left_card',
  'nobody_in',
  'call_again',
  'refused',
  'moved',
  'do_not_call',
] as const
export const visitOutcomeNameSchema = z.enum(VISIT_OUTCOMES)
export type VisitOutcomeName = z.infer<typeof visitOutcomeNameSchema>

export const lastVisitSchema = z.object({
  outcome: visitOutcomeNameSchema,
  day: z.iso.date(),
  /** Null if anything is hidden from the role: a note may say anything. */
  note: z.string().nullable(),
})
export type LastVisit = z.infer<typeof lastVisitSchema>

export const VISIT_OUTCOME_WORDS: Readonly<Record<VisitOutcomeName, string>> = {
  spoke: 'Spoke',
  helped_to_claim: 'Helped to claim',
  left_card: 'Left a card',
  nobody_in: 'Nobody in',
  call_again: 'Call again',
  refused: 'Refused',
  moved: 'Moved',
  do_not_call: 'Do not call',
}
