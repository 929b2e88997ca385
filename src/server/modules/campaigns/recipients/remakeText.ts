import type { Tx } from '../../../db/engine'
import { readContacts } from '../../households/contacts/findContacts'
import { noteDigest, replaceText } from './correctingRepo'
import { prepareAgainFor, type CampaignMessage } from './prepareRecipients'
import { type RemovalReasons } from './removingRepo'
import { findRecipient } from './repo'
import { personalisationSchema, type CompiledTemplate } from './template'

/**
 * With the household's current contact.
 * @returns the household with a reason, where no text can be made
 */
export async function remakeText(
  tx: Tx,
  campaign: { readonly id: number; readonly organisationId: string },
  reference: string,
  message: Pick<CampaignMessage, 'serviceName'> & {
    readonly chooseText: (values: Readonly<Record<string, string>>) => CompiledTemplate
  },
): Promise<RemovalReasons> {
  const row = await findRecipient(tx, campaign.id, reference)
  const contact = (await readContacts(tx, campaign.organisationId, 'sms', [reference])).get(reference)
  if (!row || !contact) return new Map()
  if (row.state === 'held_out') {
    await noteDigest(tx, campaign.id, reference, contact.digest)
    return new Map()
  }
  const values = personalisationSchema.safeParse(row.personalisation)
  if (row.state !== 'prepared' || !values.success) return new Map()
  const { serviceName, chooseText } = message
  const prepared = prepareAgainFor({ serviceName, text: chooseText(values.data) }, reference, contact, values.data)
  if (prepared.state !== 'prepared') return new Map([[reference, prepared.reason ?? '']])
  await replaceText(tx, campaign.id, reference, prepared)
  return new Map()
}
