/** docs/product.md#do-not-contact. A wrong number bars only texts to it. */
export const MARK_REASONS = ['objection', 'deceased', 'moved', 'wrong_number', 'safeguarding'] as const
export type MarkReason = (typeof MARK_REASONS)[number]
