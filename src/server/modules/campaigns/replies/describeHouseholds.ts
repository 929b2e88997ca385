import type { FoundHousehold, MessageSent } from '#contract/campaigns/replies'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Tx } from '../../../db/engine'
import { joinWords, type NamedContact } from '../../households/contacts/findContacts'
import * as recipients from '../recipients/repliesRepo'

const MAX_MESSAGES = 3

/** As far as the role may see them. */
export const describeContact = (
  contact: NamedContact | undefined,
  isPlaceShown: boolean,
): Pick<FoundHousehold, 'name' | 'address'> => {
  if (!contact) return { name: '', address: '' }
  const { title, firstName, lastName, addressLine1, addressLine2, town, postcode } = contact
  const street = isPlaceShown ? [addressLine1, addressLine2, town] : []
  return { name: joinWords(' ', title, firstName, lastName), address: joinWords(', ', ...street, postcode) }
}

/** Newest first, by household. */
export async function readMessages(
  tx: Tx,
  organisationId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, MessageSent[]>> {
  const found = new Map<string, MessageSent[]>()
  for (const { reference, campaign, channel, sentAt } of await recipients.listMessagesTo(
    tx,
    organisationId,
    references,
  )) {
    const messages = found.get(reference) ?? []
    if (messages.length === 0) found.set(reference, messages)
    if (messages.length < MAX_MESSAGES)
      messages.push({ campaign: unescapeAngleBrackets(campaign), channel, sent_at: sentAt.toISOString() })
  }
  return found
}
