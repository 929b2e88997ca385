/**
 * Prepares letters in batches of one LibreOffice run and one turn, then joins them into the print pack. A letter is
 * stored before the database says so: a killed server repeats at most one batch. modules/campaigns/lifecycle.ts removes
 * letters with the other personal data.
 */
import type { RecipientState } from '#contract/recipients'
import { pdfOf } from '../../clients/libreOffice'
import type { Tx } from '../../db/database'
import { findCampaign, lockCampaign, isPreparing, type CampaignWork } from '../campaigns/service'
import { readWhole } from '../files/service'
import {
  isPseudonym,
  isTranslated,
  personalisationSchema,
  type KnownRecipient,
  type MadeLetter,
  type NamedRecipient,
  type RecipientsService,
} from '../recipients/service'
import { letterKey, packKey } from './keys'
import type { Turns } from './documents/documents'
import { LETTER_LIMIT_BYTES } from './documents/messages'
import { LimitPassed, type DocumentSession } from './documents/session'
import * as repo from './repo'
import { openTemplate, type LetterMarks, type TemplateDependencies } from './templates'
import { LETTER_FAULTS, NO_LIBRE_OFFICE, NOT_MADE } from './words'

const BATCH = 150
const FIRST_BATCH = 20
const TURN_MS = 10_000
const TURN_LIMIT_MS = 60_000
const LETTER_LIMIT_MS = 20_000

/** A busy machine is slow with every letter: no household is left out for that. */
const limitBeside = (emptyMs: number) => Math.min(2 * TURN_LIMIT_MS, Math.max(LETTER_LIMIT_MS, 4 * emptyMs))

const WITHOUT_LETTER: readonly RecipientState[] = ['cannot_be_contacted', 'removed', 'held_out']

const hasLetter = ({ state, householdReference }: Pick<NamedRecipient, 'state' | 'householdReference'>) =>
  !WITHOUT_LETTER.includes(state) && !isPseudonym(householdReference)

export interface PrepareDependencies extends TemplateDependencies {
  readonly recipients: RecipientsService
  readonly marks: LetterMarks
}

/** Implements `Letters.prepare` of campaigns. */
export async function prepareLetters(
  deps: PrepareDependencies,
  work: CampaignWork,
  isOver: () => Promise<boolean>,
): Promise<'made' | 'later' | { readonly problem: string }> {
  const { database, files, documents } = deps
  if (!documents.canConvert) return { problem: NO_LIBRE_OFFICE }
  const { campaignId, organisationId } = work
  const { campaign, pack } = await database.forOrganisation(organisationId, async (tx) => ({
    campaign: await findCampaign(tx, campaignId),
    pack: await repo.findPack(tx, campaignId),
  }))
  const key = campaign?.letterTemplateKey ?? null
  if (key === null || pack?.madeAt) return 'made'
  const made = await documents.forLetters(organisationId, async (session, turns) => {
    await addTemplates(session, files, campaign)
    let size = FIRST_BATCH
    for (let position = pack?.nextPosition ?? 0; ;) {
      const batch = await database.forOrganisation(organisationId, (tx) =>
        deps.recipients.knownFrom(tx, campaignId, position, size),
      )
      const last = batch.at(-1)
      if (!last) return 'whole'
      position = last.position + 1
      const { isWanted, turnMs } = await prepareBatch(deps, work, { session, turns }, batch, position)
      if (!isWanted) return 'unwanted'
      if (await isOver()) return 'later'
      size = Math.min(BATCH, Math.max(1, Math.floor((batch.length * TURN_MS) / turnMs)))
    }
  })
  if (made === 'later') return 'later'
  if (made === 'whole') await makePack(deps, work)
  return 'made'
}

const TEMPLATE = 'template.docx'
const TRANSLATION = 'translation.docx'

async function addTemplates(
  session: DocumentSession,
  files: PrepareDependencies['files'],
  campaign: Awaited<ReturnType<typeof findCampaign>>,
): Promise<void> {
  const { letterTemplateKey: key = null, translationLetterKey: other = null } = campaign ?? {}
  if (key !== null) await session.add(TEMPLATE, await openTemplate(files, key))
  if (other !== null) await session.add(TRANSLATION, await openTemplate(files, other))
}

const templateFor = (values: Readonly<Record<string, string>>) => (isTranslated(values) ? TRANSLATION : TEMPLATE)

interface Workplace {
  readonly session: DocumentSession
  readonly turns: Turns
}

/** Once cancelled or cleared, no file made afterwards may stay. */
const isCleared = (campaign: Awaited<ReturnType<typeof findCampaign>>) => !campaign || campaign.clearedAt !== null

async function prepareBatch(
  { database, files, recipients, marks }: PrepareDependencies,
  work: CampaignWork,
  place: Workplace,
  batch: readonly KnownRecipient[],
  nextPosition: number,
): Promise<{ readonly isWanted: boolean; readonly turnMs: number }> {
  const markOf = await marks.of(work.organisationId)
  const wanted = batch.flatMap(({ position, householdReference, state, personalisation }): Letter[] => {
    if (state !== 'prepared') return []
    const values = personalisationSchema.safeParse(personalisation)
    const marked = markOf(work.campaignId, householdReference)
    return [{ position, values: values.success ? values.data : undefined, marked }]
  })
  const { outcomes, turnMs } = await makeWithRetries(place, wanted)
  const reasons = new Map<number, string>()
  const kept: MadeLetter[] = []
  for (const { position, marked } of wanted) {
    const outcome = outcomes.get(position) ?? NOT_MADE
    const pdf = typeof outcome === 'string' ? undefined : await place.session.read(outcome.pdf)
    if (!pdf) {
      reasons.set(position, typeof outcome === 'string' ? outcome : NOT_MADE)
      continue
    }
    await files.put(letterKey(work, position), pdf, 'application/pdf')
    if (typeof outcome !== 'string') kept.push(madeLetter(position, outcome.pages, marked))
  }
  // Of households removed or erased meanwhile.
  let unwanted: readonly number[] = []
  const standing = await database.forOrganisation(work.organisationId, async (tx) => {
    const campaign = await lockCampaign(tx, work.campaignId)
    if (!campaign || isCleared(campaign)) return 'cleared'
    // Another worker was faster, with the same letters.
    if (!isPreparing(campaign)) return 'prepared'
    for (const [position, reason] of reasons) await recipients.cannotBeContacted(tx, work.campaignId, position, reason)
    await recipients.noteLetters(tx, work.campaignId, kept)
    await repo.notePosition(tx, { ...work, nextPosition })
    const now = await recipients.knownFrom(tx, work.campaignId, batch[0]?.position ?? 0, batch.length)
    unwanted = now.filter((row) => !hasLetter(row)).map(({ position }) => position)
    return 'preparing'
  })
  if (standing === 'cleared') unwanted = kept.map(({ position }) => position)
  await Promise.all(unwanted.map((position) => files.remove(letterKey(work, position))))
  return { isWanted: standing === 'preparing', turnMs }
}

type Marked = ReturnType<Awaited<ReturnType<LetterMarks['of']>>>

interface Letter {
  readonly position: number
  readonly values: Readonly<Record<string, string>> | undefined
  readonly marked: Marked
}

/** Printed on both sides. */
const madeLetter = (position: number, pages: number, marked: Marked): MadeLetter => ({
  position,
  units: Math.ceil(pages / 2),
  codeHash: marked?.hash ?? null,
})

type Outcome = { readonly pdf: string; readonly pages: number } | string

/**
 * A letter that crashes LibreOffice takes the rest of its run with it, so those without a PDF are retried one by one.
 * @throws Error when not even an empty letter comes out: the machine is at fault, not a household
 */
async function makeWithRetries({ session, turns }: Workplace, letters: readonly Letter[]) {
  if (letters.length === 0) return { outcomes: new Map<number, Outcome>(), turnMs: 1 }
  const turn = async (some: readonly Letter[], limitMs: number) => {
    const seen = { startedAt: 0, isCutOff: false }
    const made = await turns
      .turn(limitMs, () => {
        seen.startedAt = Date.now()
        return makeOnce(session, some)
      })
      .catch((error: unknown) => {
        if (!(error instanceof LimitPassed)) throw error
        seen.isCutOff = true
        return new Map<number, Outcome>()
      })
    return { made, turnMs: Math.max(1, Date.now() - seen.startedAt), isCutOff: seen.isCutOff }
  }
  const limitNow = async () => {
    const { made, turnMs: emptyMs } = await turn([EMPTY_LETTER], TURN_LIMIT_MS)
    if (!made.has(EMPTY)) throw new Error('LibreOffice makes no letter at all.')
    return limitBeside(emptyMs)
  }
  const { made: outcomes, turnMs } = await turn(letters, TURN_LIMIT_MS)
  const missing = letters.filter(({ position }) => !outcomes.has(position))
  if (missing.length === 0) return { outcomes, turnMs }
  let limitMs = await limitNow()
  for (const letter of missing) {
    let alone = await turn([letter], limitMs)
    if (alone.isCutOff) {
      const longer = await limitNow()
      if (longer > limitMs) alone = await turn([letter], (limitMs = longer))
    }
    for (const [position, outcome] of alone.made) outcomes.set(position, outcome)
  }
  return { outcomes, turnMs }
}

const EMPTY = -1
const EMPTY_LETTER: Letter = { position: EMPTY, values: {}, marked: undefined }

async function makeOnce(session: DocumentSession, letters: readonly Letter[]): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  const names = new Map(letters.map(({ position }, index) => [position, `${index}.docx`]))
  const readable = letters.flatMap(({ position, values, marked }) =>
    values ? [{ position, into: names.get(position) ?? '', values, mark: marked?.mark }] : [],
  )
  const written: typeof readable = []
  for (const template of [TEMPLATE, TRANSLATION]) {
    const some = readable.filter(({ values }) => templateFor(values) === template)
    if (some.length === 0) continue
    const filled = await session.ask('fill', {
      template,
      letters: some.map(({ into, values, mark }) => ({ into, values, mark })),
    })
    written.push(...some.filter((_, index) => filled[index]))
  }
  for (const { position } of letters)
    if (!written.some((letter) => letter.position === position)) outcomes.set(position, NOT_MADE)
  if (written.length === 0) return outcomes
  await session.convert(written.map(({ into }) => into))
  const verdicts = await session.ask('checkPdfs', { pdfs: written.map(({ into }) => pdfOf(into)) })
  for (const [index, { position, into }] of written.entries()) {
    const { fault = null, pages = 0 } = verdicts[index] ?? {}
    if (fault === 'missing') continue
    if (fault === null) outcomes.set(position, { pdf: pdfOf(into), pages })
    else outcomes.set(position, fault === 'unreadable' ? NOT_MADE : LETTER_FAULTS[fault])
  }
  return outcomes
}

const PACK_BATCH = 100

/** Repeats when a household is removed meanwhile. */
async function makePack(deps: PrepareDependencies, work: CampaignWork): Promise<void> {
  const { database, files, documents, recipients } = deps
  const inOrganisation = <T>(run: (tx: Tx) => Promise<T>) => database.forOrganisation(work.organisationId, run)
  const before = await inOrganisation((tx) => findCampaign(tx, work.campaignId))
  const made = await documents.forLetters(work.organisationId, async (session, { turn }) => {
    let letters = 0
    let waiting: string[] = []
    const addWaiting = async () => {
      await turn(TURN_LIMIT_MS, () => session.ask('addToPack', { pack: PACK, letters: waiting }))
      await Promise.all(waiting.map((name) => session.remove(name)))
      waiting = []
    }
    for await (const rows of recipients.named(work)) {
      for (const row of rows) {
        if (!hasLetter(row)) continue
        const { position } = row
        const letter = await files.open(letterKey(work, position))
        if (!letter) throw new Error('A letter is gone.')
        const name = `${waiting.length}.pdf`
        await session.add(name, letter)
        waiting.push(name)
        letters++
        if (waiting.length === PACK_BATCH) await addWaiting()
      }
    }
    if (waiting.length > 0) await addWaiting()
    const { pages } = await turn(TURN_LIMIT_MS, () => session.ask('endPack', { pack: PACK }))
    const pack = await session.stream(PACK)
    if (!pack) throw new Error('The print pack is gone.')
    await files.put(packKey(work), pack, 'application/pdf')
    return { letters, pages }
  })
  const after = await inOrganisation(async (tx) => {
    const campaign = await lockCampaign(tx, work.campaignId)
    if (!isCleared(campaign)) await repo.notePack(tx, work.campaignId, { ...made, madeAt: new Date() })
    return campaign
  })
  if (isCleared(after)) await files.remove(packKey(work))
  else if (after?.removedCount !== before?.removedCount) await makePack(deps, work)
}

const PACK = 'pack.pdf'

/** Deletes the letters of recipients removed since, and remakes the print pack. */
export async function withdrawLetters(deps: PrepareDependencies, work: CampaignWork): Promise<void> {
  const { database, files, recipients } = deps
  for await (const rows of recipients.named(work)) {
    const removed = rows.filter((row) => row.state === 'removed' || isPseudonym(row.householdReference))
    await Promise.all(removed.map(({ position }) => files.remove(letterKey(work, position))))
  }
  const pack = await database.forOrganisation(work.organisationId, (tx) => repo.findPack(tx, work.campaignId))
  if (pack?.madeAt) await makePack(deps, work)
}

/** A household's letter, always the same bytes. @throws Error when it has none */
export async function letterOf(
  { database, files, documents, recipients, marks }: PrepareDependencies,
  work: CampaignWork,
  householdReference: string,
): Promise<Buffer> {
  const { campaignId, organisationId } = work
  const { campaign, recipient } = await database.forOrganisation(organisationId, async (tx) => ({
    campaign: await findCampaign(tx, campaignId),
    recipient: await recipients.find(tx, campaignId, householdReference),
  }))
  if (!campaign?.letterTemplateKey || !recipient?.personalisation) throw new Error('This household has no letter.')
  const key = letterKey(work, recipient.position)
  const kept = await files.open(key)
  if (kept) return readWhole(kept, LETTER_LIMIT_BYTES)
  if (!documents.canConvert) throw new Error(NO_LIBRE_OFFICE)
  const marked = (await marks.of(organisationId))(campaignId, householdReference)
  const values = personalisationSchema.parse(recipient.personalisation)
  const letter: Letter = { position: recipient.position, values, marked }
  const made = await documents.forLetters(organisationId, async (session, turns) => {
    await addTemplates(session, files, campaign)
    const outcome = (await turns.turn(LETTER_LIMIT_MS, () => makeOnce(session, [letter]))).get(letter.position)
    if (outcome === undefined || typeof outcome === 'string') return undefined
    return { pdf: await session.read(outcome.pdf), pages: outcome.pages }
  })
  const pdf = made?.pdf
  if (!pdf) throw new Error('The letter could not be made.')
  await files.put(key, pdf, 'application/pdf')
  // The mark's code differs if the instance's key does.
  const isHeld = await database.forOrganisation(organisationId, async (tx) => {
    if (!(await recipients.find(tx, campaignId, householdReference))) return false
    await recipients.noteLetters(tx, campaignId, [madeLetter(letter.position, made.pages, marked)])
    return true
  })
  // Erased while its letter was made.
  if (!isHeld) {
    await files.remove(key)
    throw new Error('This household has no letter.')
  }
  return pdf
}

/** Removes a campaign's letters and print pack. */
export async function removeLetters({ database, files }: PrepareDependencies, work: CampaignWork): Promise<void> {
  const { campaignId, organisationId } = work
  const campaign = await database.forOrganisation(organisationId, (tx) => findCampaign(tx, campaignId))
  await files.remove(packKey(work))
  const count = campaign?.frozenCount ?? 0
  for (let from = 0; from < count; from += BATCH) {
    const positions = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
    await Promise.all(positions.map((position) => files.remove(letterKey(work, position))))
  }
  await database.forOrganisation(organisationId, (tx) => repo.removePack(tx, campaignId))
}
