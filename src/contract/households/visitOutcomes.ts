import { z } from 'zod'

/** What can come of a visit: docs/product.md#visit-rounds. */
export const VISIT_OUTCOMES = ['spoke', 'left_card', 'helped_to_claim', 'moved', 'do_not_call'] as const
export const visitOutcomeNameSchema = z.enum(VISIT_OUTCOMES)
export type VisitOutcomeName = z.infer<typeof visitOutcomeNameSchema>

export const VISIT_OUTCOME_WORDS: Readonly<Record<VisitOutcomeName, string>> = {
  spoke: 'Spoke',
  left_card: 'Left a card',
  helped_to_claim: 'Helped to claim',
  moved: 'Moved',
  do_not_call: 'Do not call',
}
