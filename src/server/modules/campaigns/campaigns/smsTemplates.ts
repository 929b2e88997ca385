/** Texts in versions (docs/product.md#texts-and-letters), checked when written, never at sending. */
import { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import type { Language } from '#contract/campaigns/languages'
import type { TemplateDecision, TemplateState } from '#contract/campaigns/templates'
import { TEXT_MESSAGE_LIMIT, sentText } from '#contract/campaigns/textMessage'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput } from '../../../http/faults'
import { compileTemplate } from '../recipients/template'
import * as repo from './smsTemplatesRepo'

export interface SmsTemplate {
  readonly name: string
  readonly text: string
  /** Undefined: every benefit. */
  readonly benefit?: BenefitName | undefined
  /** English by default. */
  readonly language?: Language | undefined
}

export interface TemplateVersion {
  readonly name: string
  readonly benefitName: BenefitName | null
  readonly version: number
  readonly state: TemplateState
  readonly writtenById: string | null
}

export interface TemplateStore {
  /** Locks for the transaction. */
  lock(tx: Tx, organisationId: string, id: string): Promise<TemplateVersion | undefined>
  /** Approving replaces the version in use under its name. @param by who decides */
  decide(tx: Tx, organisationId: string, id: string, decision: TemplateDecision, by: string): Promise<void>
}

export interface Writer {
  /** Null: not a person. */
  readonly id: string | null
  readonly name: string
}

const OPERATOR: Writer = { id: null, name: 'Operator' }

export const DECIDED = {
  approve: 'in_use',
  withdraw: 'withdrawn',
  retire: 'retired',
} as const satisfies Record<TemplateDecision, TemplateState>

/** An organisation's texts. */
export function createSmsTemplates({ database, now }: { database: Database; now: () => Date }) {
  /** Words already in use, or in the same state, make no new version. */
  async function keep(
    tx: Tx,
    organisationId: string,
    { name, text, benefit, language = 'en' }: SmsTemplate,
    state: 'waiting' | 'in_use',
    writer: Writer,
  ): Promise<repo.VersionRow> {
    const words = { template: checked(text), benefitName: benefit ?? null, language }
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
      await repo.setVersion(tx, id, { state: 'withdrawn', decidedBy: writer.name, decidedAt: now() })
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
      throw conflict(
        'Somebody else has just written this text. Look at theirs, then send yours again.',
        'version_taken',
      )
    return added
  }

  async function putIntoUse(tx: Tx, { id, organisationId, name, template, benefitName, language }: repo.VersionRow) {
    const versions = await repo.lockVersions(tx, organisationId, name)
    for (const other of versions.filter((row) => row.state === 'in_use' && row.id !== id))
      await repo.setVersion(tx, other.id, { state: 'replaced' })
    return repo.saveSmsTemplate(tx, { organisationId, name, template, benefitName, language })
  }

  const texts: TemplateStore & { readonly list: typeof repo.listVersions } = {
    list: repo.listVersions,
    lock,
    async decide(tx, organisationId, id, decision, by) {
      const version = await lock(tx, organisationId, id)
      if (!version) return
      await repo.setVersion(tx, version.id, { state: DECIDED[decision], decidedBy: by, decidedAt: now() })
      if (decision === 'approve') await putIntoUse(tx, version)
      if (decision === 'retire') await repo.removeSmsTemplate(tx, organisationId, version.name)
    },
  }

  return {
    texts,

    /** @throws Fault 422 */
    writeText: (tx: Tx, organisationId: string, template: SmsTemplate, writer: Writer): Promise<repo.VersionRow> =>
      keep(tx, organisationId, template, 'waiting', writer),

    /** In use at once: for the operator and the demo. @returns its id for campaigns. @throws Fault 422 */
    saveSmsTemplate: (organisationId: string, template: SmsTemplate): Promise<number> =>
      database.forOrganisation(organisationId, async (tx) =>
        putIntoUse(tx, await keep(tx, organisationId, template, 'in_use', OPERATOR)),
      ),
  }
}

const lock = async (tx: Tx, organisationId: string, id: string): Promise<repo.VersionRow | undefined> => {
  const number = z.int32().safeParse(Number(id))
  return number.success ? repo.lockVersion(tx, organisationId, number.data) : undefined
}

/**
 * @param field name in the request
 * @throws Fault 422 with what is wrong with the text
 */
export function checked(text: string, field = 'text'): string {
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
