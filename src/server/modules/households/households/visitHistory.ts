import type { VisitOutcomeName } from '#contract/households/visitOutcomes'

export interface KnownVisit {
  readonly outcome: VisitOutcomeName
  readonly at: Date
}

/** Implemented by visits; households only ask. */
export interface VisitHistory {
  /** Null if never. */
  findLastVisit(organisationId: string, reference: string): Promise<KnownVisit | null>
  /** By household. */
  listLastVisits(organisationId: string): Promise<ReadonlyMap<string, KnownVisit>>
}
