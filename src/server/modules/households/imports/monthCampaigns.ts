import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'

interface PublishedMonth {
  readonly organisationId: string
  readonly month: string
  readonly publishedAt: Date
}

/** Campaigns made from a publication, implemented by them. */
export interface MonthCampaigns {
  find(
    tx: Tx,
    of: PublishedMonth,
  ): Promise<{
    /** Unfinished, and not going out yet. */
    readonly preparing: number
    /** Name of one going out. */
    readonly sending: string | undefined
  }>
  /**
   * Returns those being prepared to their authors with a comment; a half-sent paused one shows the warning. @throws
   * Fault 409 when one has begun to go out
   */
  stop(tx: Tx, person: Person, of: PublishedMonth, words: { comment: string; warning: string }): Promise<void>
}
