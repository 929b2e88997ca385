/** Checked when saved, never at sending. */
import type { BenefitName } from '#contract/campaigns'
import type { Language } from '#contract/messageSettings'
import { TEXT_MESSAGE_LIMIT, sentText } from '#contract/textMessage'
import type { Database } from '../../db/database'
import { invalidInput } from '../../faults'
import { compileTemplate } from '../recipients/service'
import * as repo from './repo'

export interface SmsTemplate {
  /** Saving under an existing name replaces the text. */
  readonly name: string
  readonly text: string
  /** For every benefit without one. */
  readonly benefit?: BenefitName | undefined
  /** English by default. */
  readonly language?: Language | undefined
}

/** Validates and saves a text template. @returns its id. @throws Fault 422 */
export async function saveSmsTemplate(
  database: Database,
  organisationId: string,
  { name, text, benefit, language = 'en' }: SmsTemplate,
): Promise<number> {
  const template = text.trim()
  if (template === '') throw invalidInput({ text: 'The text message is empty.' })
  compileTemplate(template)
  const { characters } = sentText(template)
  if (characters > TEXT_MESSAGE_LIMIT) {
    throw invalidInput({
      text: `A text message holds at most ${TEXT_MESSAGE_LIMIT} characters; this one has ${characters}.`,
    })
  }
  return database.forOrganisation(organisationId, (tx) =>
    repo.saveSmsTemplate(tx, { organisationId, name, template, benefitName: benefit ?? null, language }),
  )
}

const KINDS = /\b(council|cyngor|borough|city|county|district|metropolitan|london|of|the|and|sir|dinas)\b/gi

const SENDER_ID_LENGTH = 11

/** The sender shown on texts: as many words of the name as fit. */
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
