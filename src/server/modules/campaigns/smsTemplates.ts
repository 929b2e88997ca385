/**
 * Policy: a text template is checked when it is taken, never when it is sent: known placeholders only, and 918
 * characters at most even before anything is filled in.
 */
import { TEXT_MESSAGE_LIMIT, textMessageSize } from '#contract/textMessage'
import type { Database } from '../../db/database'
import { invalidInput } from '../../faults'
import { compileTemplate } from '../recipients/service'
import * as repo from './repo'

export interface SmsTemplate {
  /** Unique in the organisation: saving under the same name changes the text. */
  readonly name: string
  readonly text: string
}

/**
 * Saves a template of an organisation.
 * @returns its id.
 * @throws Fault 422 for an empty or too long text, or an unknown placeholder, by name.
 */
export async function saveSmsTemplate(
  database: Database,
  organisationId: string,
  { name, text }: SmsTemplate,
): Promise<number> {
  const template = text.trim()
  if (template === '') throw invalidInput({ text: 'The text message is empty.' })
  compileTemplate(template)
  const { characters } = textMessageSize(template)
  if (characters > TEXT_MESSAGE_LIMIT) {
    throw invalidInput({
      text: `A text message holds at most ${TEXT_MESSAGE_LIMIT} characters; this one has ${characters}.`,
    })
  }
  return database.forOrganisation(organisationId, (tx) => repo.saveSmsTemplate(tx, { organisationId, name, template }))
}

/** Words that say what an organisation is, not which. */
const KINDS = /\b(council|cyngor|borough|city|county|district|metropolitan|london|of|the|and|sir|dinas)\b/gi

/** A sender id is at most eleven letters, digits and spaces. */
const SENDER_ID_LENGTH = 11

/** What a phone shows as the sender of an organisation's texts: as many words of its own name as fit. */
export function smsSenderId(organisation: string): string {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^A-Za-z0-9 ]/g, '')
      .trim()
  const words = (plain(organisation.replace(KINDS, ' ')) || plain(organisation)).split(/\s+/)
  let id = (words.shift() ?? '').slice(0, SENDER_ID_LENGTH)
  for (const word of words) {
    if (`${id} ${word}`.length > SENDER_ID_LENGTH) break
    id = `${id} ${word}`
  }
  return id
}
