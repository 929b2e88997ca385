/**
 * Frozen values (a message goes out as reviewed) are cleared on removal, on cancelling, or when the retention period
 * ends. They never enter a log, a job or a URL.
 */
import type { Tx } from '../../../db/engine'
import { readContacts } from '../../households/contacts/findContacts'
import { prepareSafely, type CampaignMessage, type PreparedMessage } from './prepareMessage'
import { insertRecipients } from './repo'

export interface RecipientsBatch {
  readonly references: readonly string[]
  /** Of the first reference. */
  readonly position: number
  readonly heldOut?: ReadonlySet<string>
}

/** Fills in a campaign's message for a batch of households. Idempotent. */
export async function prepareRecipients(
  tx: Tx,
  campaign: { readonly id: number; readonly organisationId: string },
  message: CampaignMessage,
  { references, position, heldOut }: RecipientsBatch,
): Promise<void> {
  const contacts = await readContacts(tx, campaign.organisationId, message.channel, references)
  const rows = references.map((householdReference, index) => ({
    householdReference,
    position: position + index,
    ...putInArm(
      heldOut?.has(householdReference) === true,
      prepareSafely(message, householdReference, contacts.get(householdReference)),
    ),
  }))
  await insertRecipients(tx, campaign, rows)
}

/** A held-out household is judged like the others, but gets no message. */
function putInArm(heldOut: boolean, prepared: PreparedMessage): PreparedMessage & { readonly heldOut: boolean } {
  if (!heldOut || prepared.state !== 'prepared') return { ...prepared, heldOut }
  return { ...prepared, heldOut, state: 'held_out', destination: null, personalisation: null }
}
