import type { Placeholder } from '#contract/placeholders'
import type { CampaignWork } from './jobs'

/** What campaigns need of the letters module. */
export interface Letters {
  /** A letter template of the organisation by its storage key. */
  find(organisationId: string, key: string): Promise<{ readonly placeholders: readonly Placeholder[] } | undefined>
  /**
   * Makes the print pack of a campaign whose recipients are all there. Called again after a crash: it must come to
   * the same. A recipient whose letter cannot be made becomes `cannot_be_contacted`, with why, and stops no other.
   */
  prepare(campaign: CampaignWork): Promise<void>
}
