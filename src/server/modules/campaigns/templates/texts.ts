/** Versioned texts (docs/product.md#texts-and-letters), checked when written, never at sending. */
import { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import type { Language } from '#contract/households/languages'
import { TEXT_MESSAGE_LIMIT, sentText } from '#contract/campaigns/textMessage'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput } from '../../../http/faults'
import { findForeignMarks, warnOfForeignMarks } from '#contract/campaigns/foreignMarks'
import { compileTemplate } from '../recipients/template'
import * as repo from './textsRepo'
import { STATE_AFTER, type TemplateWriter, type VersionStore } from './versions'

export interface TextTemplate {
  readonly name: string
  readonly text: string
  /** Undefined: every benefit. */
  readonly benefit?: BenefitName | undefined
  /** English by default. */
  readonly language?: Language | undefined
}

/**
 * Words already in use, or in the same state, make no new version.
 * @throws Fault 409 when somebody else took the number; 422
 */
export async function keepTextVersion(
  tx: Tx,
  organisationId: string,
  { name, text, benefit, language = 'en' }: TextTemplate,
  state: 'waiting' | 'in_use',
  writer: TemplateWriter,
): Promise<repo.TextVersionRow> {
  const words = { template: checkText(text), benefitName: benefit ?? null, language }
  const marks = warnOfForeignMarks(findForeignMarks(words.template))
  if (marks !== null) throw invalidInput({ text: marks })
  const versions = await repo.lockVersions(tx, organisationId, name)
  const same = versions.find(
    (row) =>
      (row.state === 'in_use' || row.state === state) &&
      row.template === words.template &&
      row.benefitName === words.benefitName &&
      row.language === words.language,
  )
  if (same) return same
  for (const { id } of versions.filter((row) => row.state === 'waiting'))
    await repo.setVersion(tx, id, { state: 'withdrawn', decidedBy: writer.name, decidedAt: new Date() })
  const added = await repo.insertVersion(tx, {
    ...words,
    organisationId,
    name,
    version: (versions[0]?.version ?? 0) + 1,
    state,
    writtenById: writer.id,
    writtenBy: writer.name,
  })
  if (!added)
    throw conflict('Somebody else has just written this text. Look at theirs, then send yours again.', 'version_taken')
  return added
}

/** Replaces the version of its name. @returns its id for campaigns */
export async function putTextIntoUse(
  tx: Tx,
  { id, organisationId, name, template, benefitName, language }: repo.TextVersionRow,
): Promise<number> {
  const versions = await repo.lockVersions(tx, organisationId, name)
  for (const other of versions.filter((row) => row.state === 'in_use' && row.id !== id))
    await repo.setVersion(tx, other.id, { state: 'replaced' })
  return repo.saveTextTemplate(tx, { organisationId, name, template, benefitName, language })
}

export const textVersions: VersionStore = {
  lock: lockTextVersion,
  async decide(tx, organisationId, id, decision, by) {
    const version = await lockTextVersion(tx, organisationId, id)
    if (!version) return
    await repo.setVersion(tx, version.id, { state: STATE_AFTER[decision], decidedBy: by, decidedAt: new Date() })
    if (decision === 'approve') await putTextIntoUse(tx, version)
    if (decision === 'retire') await repo.removeTextTemplate(tx, organisationId, version.name)
  },
}

async function lockTextVersion(tx: Tx, organisationId: string, id: string): Promise<repo.TextVersionRow | undefined> {
  const number = z.int32().safeParse(Number(id))
  return number.success ? repo.lockVersion(tx, organisationId, number.data) : undefined
}

/**
 * @param field name in the request
 * @throws Fault 422 with what is wrong with the text
 */
export function checkText(text: string, field = 'text'): string {
  const template = text.trim()
  if (template === '') throw invalidInput({ [field]: 'The text message is empty.' })
  compileTemplate(template)
  const { characters } = sentText(template)
  if (characters > TEXT_MESSAGE_LIMIT) {
    throw invalidInput({
      [field]: `A text message holds at most ${TEXT_MESSAGE_LIMIT} characters; this one has ${characters}.`,
    })
  }
  return template
}

const KINDS = /\b(council|cyngor|borough|city|county|district|metropolitan|london|of|the|and|sir|dinas)\b/gi

const SENDER_ID_LENGTH = 11

/** As many words of the name as fit. */
export function abbreviateToSenderId(organisation: string): string {
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
