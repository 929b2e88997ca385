/** docs/product.md#texts-and-letters */
import type { z } from 'zod'
import type {
  decideMessageTemplate,
  keepLetterTemplate,
  MessageTemplate,
  TemplateDecision,
  TemplateState,
  writeTextTemplate,
} from '#contract/campaigns/templates'
import { findForeignMarks, warnOfForeignMarks } from '#contract/campaigns/foreignMarks'
import { warnOfText } from '#contract/campaigns/namedBenefits'
import { readingAge } from '#contract/campaigns/plainEnglish'
import type { Tx } from '../../../db/engine'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { AuditService } from '../../organisations/audit/service'
import { findMayConfirm, requireSecondPerson } from '../../organisations/people/secondPerson'
import { nameOfPerson } from '../../organisations/people/service'
import type { LettersService } from '../letters/service'
import { keepTextVersion, textVersions } from './texts'
import { createExamples } from './examples'
import { createTextsInUse, type TextsInUseDependencies } from './textsInUse'
import { listTextVersions, type TextVersionRow } from './textsRepo'
import { letterVersions, type ListedLetter } from '../letters/versions'
import { STATE_AFTER } from './versions'

interface TemplatesDependencies extends TextsInUseDependencies {
  readonly audit: AuditService
  readonly letters: Pick<LettersService, 'templates' | 'uploads'>
}

type TextBody = z.output<typeof writeTextTemplate.body>
type LetterBody = z.output<typeof keepLetterTemplate.body>
type Decision = z.output<typeof decideMessageTemplate.body>

const BEFORE: Readonly<Record<TemplateDecision, readonly TemplateState[]>> = {
  approve: ['waiting', 'of_campaign'],
  withdraw: ['waiting', 'of_campaign'],
  retire: ['in_use'],
}

const NOW: Readonly<Record<TemplateState, string>> = {
  waiting: 'waits to be approved',
  of_campaign: 'is that of one campaign',
  in_use: 'is in use',
  replaced: 'was replaced by a newer one',
  withdrawn: 'was withdrawn',
  retired: 'was retired',
}

const SAID: Readonly<Record<TemplateDecision, string>> = {
  approve: 'approved',
  withdraw: 'withdrew',
  retire: 'retired',
}

export type TemplatesService = ReturnType<typeof createTemplatesService>

/** Texts and letters, with versions and approval. */
export function createTemplatesService(deps: TemplatesDependencies) {
  const { database, audit, letters } = deps
  const textsInUse = createTextsInUse(deps)
  return {
    texts: textsInUse,
    examples: createExamples(deps, textsInUse),

    async list(person: Person): Promise<MessageTemplate[]> {
      const { organisationId } = person
      const { texts, may } = await database.forOrganisation(organisationId, async (tx) => ({
        texts: await listTextVersions(tx, organisationId),
        may: await findMayApprove(tx, person),
      }))
      return [
        ...texts.map((row) => presentText(row, may)),
        ...(await letters.templates.listVersions(organisationId)).map((row) => presentLetter(row, may)),
      ]
    },

    /** @throws Fault 422 */
    writeText: (
      person: Person,
      { benefit_name: benefit, ...text }: TextBody,
    ): Promise<{ id: string; version: number }> =>
      database.forOrganisation(person.organisationId, async (tx) => {
        const writer = { id: person.userId, name: await nameOfPerson(tx, person.userId, person.email) }
        const template = { ...text, benefit: benefit ?? undefined }
        const { id, version } = await keepTextVersion(tx, person.organisationId, template, 'waiting', writer)
        await audit.recordIn(tx, person, 'message_template', `wrote version ${version} of the text “${text.name}”`)
        return { id: String(id), version }
      }),

    /** @throws Fault 404 for an upload that is gone; 422 for no letter */
    keepLetter: (person: Person, { s3_key: key, language }: LetterBody) => letters.uploads.keep(person, key, language),

    /** @throws Fault 404 for another organisation's; 409 when decided otherwise, or one's own */
    decide: (person: Person, { channel, id, decision }: Decision): Promise<{ state: TemplateState }> =>
      database.forOrganisation(person.organisationId, async (tx) => {
        const store = channel === 'sms' ? textVersions : letterVersions
        const { organisationId, userId } = person
        const found = await store.lock(tx, organisationId, id)
        if (!found) throw notFound('This version is no longer there. Reload the page.')
        if (found.state === STATE_AFTER[decision]) return { state: found.state }
        if (!BEFORE[decision].includes(found.state))
          throw conflict(`This version ${NOW[found.state]}. Reload the page.`, 'template_state')
        if (decision === 'approve') await requireApproval(tx, found, person)
        await store.decide(tx, organisationId, id, decision, await nameOfPerson(tx, userId, person.email))
        // Files may be named after people.
        const which = channel === 'sms' ? `the text “${found.name}”` : `a letter template for ${found.benefitName}`
        await audit.recordIn(tx, person, 'message_template', `${SAID[decision]} version ${found.version} of ${which}`)
        return { state: STATE_AFTER[decision] }
      }),
  }
}

type Written = Pick<TextVersionRow, 'state' | 'writtenById'>
type MayApprove = (version: Written) => boolean

/** The provider may keep its own upload with a campaign for all. */
const isOwnUpload = ({ state }: Written, { role }: Pick<Person, 'role'>) =>
  state === 'of_campaign' && role === 'SuperAdmin'

async function findMayApprove(tx: Tx, person: Person): Promise<MayApprove> {
  const mayConfirm = await findMayConfirm(tx, person)
  return (version) => isOwnUpload(version, person) || mayConfirm(version.writtenById)
}

async function requireApproval(tx: Tx, version: Written, person: Person): Promise<void> {
  if (isOwnUpload(version, person)) return
  if (version.writtenById === person.userId)
    throw conflict('You wrote this version. Ask another administrator, or your provider, to approve it.', 'own_version')
  await requireSecondPerson(tx, person, version.writtenById)
}

const presentVersion = (row: TextVersionRow | ListedLetter, mayApprove: MayApprove) => ({
  name: row.name,
  benefit_name: row.benefitName,
  language: row.language,
  version: row.version,
  state: row.state,
  written_by: row.writtenBy,
  written_at: row.createdAt.toISOString(),
  decided_by: row.decidedBy,
  decided_at: row.decidedAt?.toISOString() ?? null,
  may_approve: mayApprove(row),
})

function presentText(row: TextVersionRow, mayApprove: MayApprove): MessageTemplate {
  const doubts = [warnOfText(row.template, row.benefitName), warnOfForeignMarks(findForeignMarks(row.template))]
  return {
    ...presentVersion(row, mayApprove),
    channel: 'sms',
    id: String(row.id),
    text: row.template,
    file_name: null,
    reading_age: row.language === 'en' ? readingAge(row.template) : null,
    preview_url: null,
    warnings: doubts.flatMap((doubt) => doubt ?? []),
  }
}

const presentLetter = (row: ListedLetter, mayApprove: MayApprove): MessageTemplate => ({
  ...presentVersion(row, mayApprove),
  channel: 'print_and_post',
  id: row.key,
  text: null,
  file_name: row.givenName,
  reading_age: row.readingAge,
  preview_url: row.previewUrl,
  warnings: row.warnings,
})
