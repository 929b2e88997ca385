import type { VisitOutcomeName } from '#contract/households/visitOutcomes'

/** Which households were visited. Visits know; households only ask. */
export interface VisitHistory {
  /** Null if never. */
  findLastVisit(
    organisationId: string,
    reference: string,
  ): Promise<{ readonly outcome: VisitOutcomeName; readonly at: Date } | null>
}
