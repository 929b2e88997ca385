/**
 * Frozen values (a message goes out as reviewed) are cleared on removal, on cancelling, or when the retention period
 * ends.
 */
import type { Tx } from '../../../db/engine'
import { readContacts } from '../../households/contacts/findContacts'
import { DO_NOT_CONTACT } from './removingRepo'
import { insertRecipients, type NewRecipient } from './repo'
import type { Channel } from '#contract/households/channels'
import type { Language } from '#contract/households/languages'
import { PLACEHOLDERS, type Placeholder, findUnprintable } from '#contract/campaigns/placeholders'
import { TEXT_MESSAGE_LIMIT, sentText } from '#contract/campaigns/textMessage'
import { postalAddress, ukMobile } from '../../households/contacts/contactRules'
import type { ContactRow } from '../../households/contacts/repo'
import { isTranslated, missingValues, TRANSLATED, type CompiledTemplate, type PlaceholderValues } from './template'

export interface RecipientsBatch {
  readonly references: readonly string[]
  readonly position: number
  /** Without it nobody is held out. */
  readonly arms: { readonly heldOut: ReadonlySet<string>; readonly neverDrawn: ReadonlySet<string> }
}

/** Fills in messages for a batch. Idempotent. */
export async function prepareRecipients(
  tx: Tx,
  campaign: { readonly id: number; readonly organisationId: string },
  message: CampaignMessage,
  { references, position, arms }: RecipientsBatch,
): Promise<void> {
  const contacts = await readContacts(tx, campaign.organisationId, message.channel, references)
  const rows = references.map((householdReference, index) => ({
    householdReference,
    position: position + index,
    neverDrawn: arms.neverDrawn.has(householdReference),
    ...putInArm(
      arms.heldOut.has(householdReference),
      prepareSafely(message, householdReference, contacts.get(householdReference)),
    ),
  }))
  await insertRecipients(tx, campaign, rows)
}

/** Judged like the others, but without a message. */
function putInArm(heldOut: boolean, prepared: PreparedMessage): PreparedMessage & { readonly heldOut: boolean } {
  if (!heldOut || prepared.state !== 'prepared') return { ...prepared, heldOut }
  return { ...prepared, heldOut, state: 'held_out', destination: null, personalisation: null }
}

export interface Wording {
  readonly placeholders: readonly Placeholder[]
  /** To measure texts; letters are measured as PDFs. */
  readonly text: CompiledTemplate | undefined
}

export interface CampaignMessage extends Wording {
  readonly channel: Channel
  readonly translation?: (Wording & { readonly language: Language }) | undefined
  readonly common: Partial<PlaceholderValues>
  /** For `((amount))`. */
  readonly amountOf?: ((householdReference: string) => string) | undefined
  readonly serviceName?: string | null | undefined
}

export type PreparedMessage = Omit<NewRecipient, 'householdReference' | 'position' | 'heldOut' | 'neverDrawn'>

/** Values, or why it cannot be contacted. Deterministic. */
export function prepareRecipient(
  message: CampaignMessage,
  householdReference: string,
  contact: ContactRow | undefined,
): PreparedMessage {
  if (!contact) return unreachable('There are no contact details for this household.')
  if (contact.doNotContact) return unreachable(DO_NOT_CONTACT)
  const destination = message.channel === 'sms' ? ukMobile(contact.mobile) : null
  if (destination === undefined) {
    return unreachable(
      contact.mobile.trim() === '' ? 'It has no mobile number.' : 'Its number is not a UK mobile number.',
    )
  }
  const address = postalAddress(contact)
  if (message.channel === 'print_and_post' && !address) return unreachable('It has no full address.')

  const translation =
    message.translation?.language === contact.preferredLanguage.trim().toLowerCase() ? message.translation : undefined
  const { placeholders, text } = translation ?? message
  const values = placeholderValues(message, householdReference, contact, address)
  const missing = missingValues(placeholders, values)
  if (missing.includes('amount')) {
    return unreachable('The message needs ((amount)), and the council’s data are not sure of an amount.')
  }
  if (missing.length > 0) {
    return unreachable(`The message needs ${missing.map((name) => `((${name}))`).join(' and ')}, which is empty.`)
  }
  if (message.channel === 'print_and_post') {
    const signs = findUnprintable(placeholders.map((name) => values[name]).join(' '))
    if (signs.length > 0) return unreachable(`Its details have signs that cannot be printed: ${signs.join(' ')}`)
  }
  const sent = text && sentText(text.fill(values), message.serviceName)
  if (sent && sent.characters > TEXT_MESSAGE_LIMIT) {
    return unreachable(`With its details the message is longer than ${TEXT_MESSAGE_LIMIT} characters.`)
  }
  return {
    state: 'prepared',
    reason: null,
    destination,
    personalisation: {
      ...Object.fromEntries(placeholders.map((name) => [name, values[name]])),
      ...(translation && { [TRANSLATED]: translation.language }),
    },
    contactDigest: contact.digest,
    units: sent?.segments ?? null,
  }
}

/** One household's fault must not stop the others. */
export function prepareSafely(
  message: CampaignMessage,
  householdReference: string,
  contact: ContactRow | undefined,
): PreparedMessage {
  try {
    return prepareRecipient(message, householdReference, contact)
  } catch {
    return unreachable('Its details could not be read.')
  }
}

const isOfContact = (name: string) =>
  ['title', 'first_name', 'last_name', 'postcode'].includes(name) || name.startsWith('address_line_')

/** Refills a text with another contact, in its language. @param before its former values */
export function prepareAgainFor(
  message: Pick<CampaignMessage, 'text' | 'serviceName'>,
  householdReference: string,
  contact: ContactRow,
  before: Readonly<Record<string, string>>,
): PreparedMessage {
  const prepared = prepareSafely(
    {
      ...message,
      channel: 'sms',
      common: Object.fromEntries(Object.entries(before).filter(([name]) => !isOfContact(name))),
      placeholders: PLACEHOLDERS.filter((name) => name in before),
    },
    householdReference,
    contact,
  )
  if (prepared.personalisation === null || !isTranslated(before)) return prepared
  return { ...prepared, personalisation: { ...prepared.personalisation, [TRANSLATED]: before[TRANSLATED] ?? '' } }
}

const unreachable = (reason: string): PreparedMessage => ({
  state: 'cannot_be_contacted',
  reason,
  destination: null,
  personalisation: null,
  contactDigest: null,
  units: null,
})

function placeholderValues(
  message: CampaignMessage,
  householdReference: string,
  contact: ContactRow,
  address: readonly string[] | undefined,
): PlaceholderValues {
  const { addressLine1, addressLine2, town } = contact
  const lines = address?.slice(0, -1) ?? [addressLine1, addressLine2, town].filter((line) => line.trim() !== '')
  const values: Partial<Record<Placeholder, string>> = {
    title: contact.title,
    first_name: contact.firstName,
    last_name: contact.lastName,
    postcode: address?.at(-1) ?? contact.postcode.toUpperCase(),
    household_reference: householdReference,
    amount: message.amountOf?.(householdReference) ?? '',
    ...message.common,
  }
  const readValue = (name: Placeholder) =>
    (name.startsWith('address_line_') ? lines[Number(name.at(-1)) - 1] : values[name])?.trim() ?? ''
  // Has an entry for every name.
  return Object.fromEntries(PLACEHOLDERS.map((name) => [name, readValue(name)])) as PlaceholderValues
}
