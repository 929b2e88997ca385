/** An erased household's place on a list stays, so that counts do not change. */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { recipients } from '../../../db/schema'

/** Pseudonyms are longer than any importable reference. */
const ERASED = 'erased '

/** Whether the household was erased. */
export const isPseudonym = (reference: string): boolean => reference.startsWith(ERASED)

/** SQL: whether the household was erased. */
export const isErasedRecipient = sql<boolean>`starts_with(${recipients.householdReference}, ${ERASED})`

/** Replaces an erased household's reference; it leads nowhere. */
export const newPseudonym = (): string => `${ERASED}${crypto.randomUUID()}`

/** Households on any list. */
export const householdsOnLists = (tx: Tx, organisationId: string) =>
  tx
    .selectDistinct({ reference: recipients.householdReference })
    .from(recipients)
    .where(eq(recipients.organisationId, organisationId))

const changed = z.object({
  campaign_id: z.number(),
  was: z.string(),
  pseudonym: z.string(),
  destination: z.string().nullable(),
})

/** Unsent messages will not be sent. */
export async function eraseRecipients(tx: Tx, organisationId: string, references: readonly string[]) {
  const result = await tx.execute(sql`
    with gone as (
      select campaign_id, household_reference as was, destination, ${ERASED}::text || gen_random_uuid() as pseudonym
      from recipients where organisation_id = ${organisationId}
        and household_reference = any(${sql.param([...references])}::text[])
      for update)
    update recipients set household_reference = gone.pseudonym, destination = null, personalisation = null,
      contact_digest = null, letter_code_hash = null, letter_digest = null, reply = null, replied_at = null, helped_at = null, provider_id = null, reference = gen_random_uuid(), next_attempt_at = null,
      reason = case when recipients.sent_at is null and recipients.state in ('prepared', 'sending') then 'It was erased.'
        else recipients.reason end,
      state = case when recipients.sent_at is null and recipients.state in ('prepared', 'sending') then 'removed'
        else recipients.state end
    from gone where recipients.campaign_id = gone.campaign_id and recipients.household_reference = gone.was
    returning recipients.campaign_id, gone.was, gone.pseudonym, gone.destination`)
  return parseRows(result, changed).map(({ campaign_id: campaignId, ...place }) => ({ campaignId, ...place }))
}
