/** A letter that is gone, or is not the one that was made, is made again from the records. */
import type { RecipientState } from '#contract/campaigns/recipients'
import { digestBytes } from '../../../lib/digest'
import { FileTooLarge, readWhole, type FilesService } from '../../platform/files/service'
import type { CampaignWork } from '../campaigns/jobs'
import { findCampaign } from '../campaigns/repo'
import { isPseudonym } from '../recipients/erasingRepo'
import * as recipients from '../recipients/repo'
import { personalisationSchema } from '../recipients/template'
import type { PrepareDependencies } from './dependencies'
import { LETTER_LIMIT_BYTES } from './documents/messages'
import { letterKey } from './keys'
import {
  addCampaignTemplates,
  LETTER_LIMIT_MS,
  makeLettersOnce,
  type MarkedLetter,
  type Workplace,
} from './makeLetters'
import { NO_LIBRE_OFFICE } from './words'

/** States of recipients that have none. */
export const WITHOUT_LETTER: readonly RecipientState[] = ['cannot_be_contacted', 'removed', 'held_out']

/** Whether a recipient's letter may be among the files. */
export const hasLetter = ({
  state,
  householdReference,
}: Pick<recipients.NamedRecipient, 'state' | 'householdReference'>): boolean =>
  !WITHOUT_LETTER.includes(state) && !isPseudonym(householdReference)

/** What is noted of a letter; printed on both sides. */
export const madeLetter = (
  position: number,
  pdf: Uint8Array,
  pages: number,
  marked: MarkedLetter,
): recipients.MadeLetter => ({
  position,
  units: Math.ceil(pages / 2),
  codeHash: marked?.hash ?? null,
  digest: digestBytes(pdf),
})

/** Undefined when it is gone, or is not the one that was made. */
export async function readLetter(
  files: FilesService,
  work: CampaignWork,
  { position, letterDigest }: Pick<recipients.NamedRecipient, 'position' | 'letterDigest'>,
): Promise<Buffer | undefined> {
  const content = await files.open(letterKey(work, position))
  if (!content) return undefined
  const pdf = await readWhole(content, LETTER_LIMIT_BYTES).catch((error: unknown) => {
    if (error instanceof FileTooLarge) return undefined
    throw error
  })
  return pdf && (letterDigest === null || digestBytes(pdf) === letterDigest) ? pdf : undefined
}

/** Makes a letter and stores it. @throws Error when the household has none */
export async function remakeLetter(
  deps: PrepareDependencies,
  work: CampaignWork,
  { session, turns }: Workplace,
  householdReference: string,
): Promise<Buffer> {
  const { database, files, documents, marks } = deps
  const { campaignId, organisationId } = work
  if (!documents.canConvert) throw new Error(NO_LIBRE_OFFICE)
  const { campaign, recipient } = await findLetter(deps, work, householdReference)
  const marked = (await marks.of(organisationId))(campaignId, householdReference)
  const { position } = recipient
  const letter = { position, values: personalisationSchema.parse(recipient.personalisation), marked }
  await addCampaignTemplates(session, deps, campaign)
  const made = (await turns.turn(LETTER_LIMIT_MS, () => makeLettersOnce(session, [letter]))).get(position)
  const pdf = made === undefined || typeof made === 'string' ? undefined : await session.read(made.pdf)
  if (!pdf || typeof made !== 'object') throw new Error('The letter could not be made.')
  const key = letterKey(work, position)
  await files.put(key, pdf, 'application/pdf')
  // The mark's code differs if the instance's key does.
  const noted = await database.forOrganisation(organisationId, (tx) =>
    recipients.noteLetters(tx, campaignId, [madeLetter(position, pdf, made.pages, marked)]),
  )
  // Erased or removed while its letter was made.
  if (noted === 0) {
    await files.remove(key)
    throw new Error(HAS_NO_LETTER)
  }
  return pdf
}

const HAS_NO_LETTER = 'This household has no letter.'

async function findLetter(
  { database }: PrepareDependencies,
  { campaignId, organisationId }: CampaignWork,
  householdReference: string,
) {
  const { campaign, recipient } = await database.forOrganisation(organisationId, async (tx) => ({
    campaign: await findCampaign(tx, campaignId),
    recipient: await recipients.findRecipient(tx, campaignId, householdReference),
  }))
  if (!campaign?.letterTemplateKey || !recipient?.personalisation) throw new Error(HAS_NO_LETTER)
  return { campaign, recipient }
}

/** Always the same bytes. @throws Error when it has none */
export async function findOrMakeLetter(
  deps: PrepareDependencies,
  work: CampaignWork,
  householdReference: string,
): Promise<Buffer> {
  const { recipient } = await findLetter(deps, work, householdReference)
  return (
    (await readLetter(deps.files, work, recipient)) ??
    deps.documents.forLetters(work.organisationId, (session, turns) =>
      remakeLetter(deps, work, { session, turns }, householdReference),
    )
  )
}
