import type { BenefitName } from '#contract/households/benefits'
import type { HouseholdFacts } from '../snapshots/snapshot'

/** Implemented by campaigns; households only ask. */
export interface ContactHistory {
  /** `contacted_at`, UTC seconds, and `recent_messages`: docs/product.md#contact-pressure. */
  readFacts(organisationId: string): Promise<HouseholdFacts>
  /** By household, only those contacted. */
  findLastContacts(organisationId: string, references: readonly string[]): Promise<ReadonlyMap<string, Date>>
  /** Null if never. */
  findLastContact(organisationId: string, reference: string): Promise<Date | null>
  /**
   * References, over all campaigns for a benefit on London days, inclusive; each page in its own transaction.
   * @param campaignId only this one, without those who replied that they claimed or do not want to
   */
  listContactedForBenefit(
    organisationId: string,
    benefit: BenefitName,
    days: { readonly from: string; readonly to: string },
    campaignId?: number,
  ): AsyncIterable<readonly string[]>
}
