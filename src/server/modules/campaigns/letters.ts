import type { Placeholder } from '#contract/placeholders'
import type { CampaignWork } from './jobs'

/** What campaigns need of the letters module. */
export interface Letters {
  /** A letter template of the organisation by its storage key. */
  find(organisationId: string, key: string): Promise<{ readonly placeholders: readonly Placeholder[] } | undefined>
  /**
   * Makes the letters and the print pack of a campaign whose recipients are all there, until a time (milliseconds since
   * 1970) at the most. Called again, also after a crash, it goes on where it was. A recipient whose letter cannot be
   * made becomes `cannot_be_contacted`, with why, and stops no other.
   * @returns `later` when there is more to do; a problem, in words, when it cannot be done on this server.
   */
  prepare(campaign: CampaignWork, until: number): Promise<'made' | 'later' | { readonly problem: string }>
}
