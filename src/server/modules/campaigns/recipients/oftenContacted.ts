import { MANY_MESSAGES, RECENT_DAYS } from '#contract/households/contactPressure'
import { daysOn, londonDay } from '#contract/days'
import type { Tx } from '../../../db/engine'
import { contactedOften } from './contactedRepo'
import type { RemovalReasons } from './repo'

/** Among those waiting in a campaign: docs/product.md#contact-pressure. */
export async function findOftenContacted(
  tx: Tx,
  campaign: { readonly id: number; readonly organisationId: string },
): Promise<RemovalReasons> {
  const since = daysOn(londonDay(new Date()), -RECENT_DAYS)
  const references = await contactedOften(tx, campaign, { since, messages: MANY_MESSAGES })
  const why = `It had ${MANY_MESSAGES} or more messages in the last ${RECENT_DAYS} days.`
  return new Map(references.map((reference) => [reference, why]))
}
