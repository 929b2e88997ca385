import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { dayStart } from '../../../db/time'
import { recipients } from '../../../db/schema'

/**
 * Segments or sheets, waiting or taken by GOV.UK Notify.
 * @param but households left out
 */
export const charged = (tx: Tx, campaignId: number, isSent: boolean, but: readonly string[]) =>
  tx
    .select({ units: recipients.units, messages: count() })
    .from(recipients)
    .where(
      and(
        eq(recipients.campaignId, campaignId),
        isSent ? isNotNull(recipients.sentAt) : eq(recipients.state, 'prepared'),
        sql`${recipients.householdReference} <> all(${sql.param([...but])}::text[])`,
      ),
    )
    .groupBy(recipients.units)

/** London days, inclusive, in order of sending. */
export const chargedIn = (tx: Tx, organisationId: string, days: { readonly from: string; readonly to: string }) => {
  const day = sql<string>`to_char(${recipients.sentAt} at time zone 'Europe/London', 'YYYY-MM-DD')`
  return tx
    .select({
      campaignId: recipients.campaignId,
      day,
      units: sql<number>`${recipients.units}`,
      messages: count(),
    })
    .from(recipients)
    .where(
      and(
        eq(recipients.organisationId, organisationId),
        isNotNull(recipients.units),
        gte(recipients.sentAt, dayStart(days.from)),
        lt(recipients.sentAt, dayStart(days.to, 1)),
      ),
    )
    .groupBy(recipients.campaignId, day, recipients.units)
    .orderBy(asc(day), asc(recipients.campaignId), asc(recipients.units))
}

/** Still to be sent, by segments or sheets. */
export const chargedLater = (tx: Tx, campaignIds: readonly number[]) =>
  tx
    .select({ campaignId: recipients.campaignId, units: sql<number>`${recipients.units}`, messages: count() })
    .from(recipients)
    .where(
      and(
        inArray(recipients.campaignId, [...campaignIds]),
        inArray(recipients.state, ['prepared', 'sending']),
        isNull(recipients.sentAt),
        isNotNull(recipients.units),
      ),
    )
    .groupBy(recipients.campaignId, recipients.units)
    .orderBy(asc(recipients.campaignId), asc(recipients.units))
