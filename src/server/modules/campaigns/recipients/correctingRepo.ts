import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { recipients } from '../../../db/schema'
import type { NewRecipient } from './repo'

const waitingText = (campaignId: number, householdReference: string, state: 'prepared' | 'held_out') =>
  and(
    eq(recipients.campaignId, campaignId),
    eq(recipients.householdReference, householdReference),
    eq(recipients.state, state),
  )

/** Replaces a waiting text. */
export const replaceText = (
  tx: Tx,
  campaignId: number,
  householdReference: string,
  {
    destination,
    personalisation,
    contactDigest: digest,
    units,
  }: Pick<NewRecipient, 'destination' | 'personalisation' | 'contactDigest' | 'units'>,
) =>
  tx
    .update(recipients)
    .set({ destination, personalisation, contactDigest: digest, units, updatedAt: sql`now()` })
    .where(waitingText(campaignId, householdReference, 'prepared'))

/** Records a held-out household's current contact. */
export const noteDigest = (tx: Tx, campaignId: number, householdReference: string, digest: string) =>
  tx
    .update(recipients)
    .set({ contactDigest: digest })
    .where(waitingText(campaignId, householdReference, 'held_out'))
