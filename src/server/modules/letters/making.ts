/**
 * Policy: how a campaign's letters are made. In batches, each one run of LibreOffice; a letter is a file of its own as
 * soon as it is made, and the records then say how far they go, so that a server killed at any point loses at most the
 * batch at hand. A letter that cannot be made, or that GOV.UK Notify would not post, is its household's alone. At the
 * end all of them, in the order of the list, become one PDF: the print pack. Letters and pack hold personal data and
 * are removed with the campaign's (see modules/campaigns/lifecycle.ts).
 */
import { Readable } from 'node:stream'
import type { RecipientState } from '#contract/campaigns'
import type { LibreOffice } from '../../clients/libreOffice'
import type { Database, Tx } from '../../db/database'
import { findCampaign, holdCampaign, isPreparing, type CampaignWork } from '../campaigns/service'
import { readWhole, type FilesService } from '../files/service'
import { namedRecipients, personalisationSchema, recipientRows } from '../recipients/service'
import { letterKey, packKey } from './keys'
import { checkLetter } from './pdf/letterRules'
import { joinPdfs } from './pdf/pack'
import * as repo from './repo'
import { readTemplate } from './templates'
import { readLetterDocument, type LetterDocument } from './word/letterDocument'
import { LETTER_FAULTS, NO_LIBRE_OFFICE, NOT_MADE } from './words'

/** Letters in one run of LibreOffice: its start, a second or two, is shared by so many. */
const BATCH = 50

/** A letter of ten pages with pictures; more is a fault. */
const LETTER_LIMIT_BYTES = 20 * 1024 * 1024

const WITHOUT_LETTER: readonly RecipientState[] = ['cannot_be_contacted', 'removed']

interface MakingDependencies {
  readonly database: Database
  readonly files: FilesService
  readonly office: LibreOffice | undefined
}

/** See `Letters.prepare` in modules/campaigns. */
export async function makeLetters(
  deps: MakingDependencies,
  work: CampaignWork,
  until: number,
): Promise<'made' | 'later' | { readonly problem: string }> {
  const { database, files, office } = deps
  if (!office) return { problem: NO_LIBRE_OFFICE }
  const { campaignId, organisationId } = work
  const { campaign, pack } = await database.forOrganisation(organisationId, async (tx) => ({
    campaign: await findCampaign(tx, campaignId),
    pack: await repo.findPack(tx, campaignId),
  }))
  if (!campaign || campaign.letterTemplateKey === null || pack?.madeAt) return 'made'
  const document = readLetterDocument(await readTemplate(files, campaign.letterTemplateKey))
  for (let position = pack?.nextPosition ?? 0; ; ) {
    const batch = await database.forOrganisation(organisationId, (tx) => recipientRows.recipientsFrom(tx, campaignId, position, BATCH))
    const last = batch.at(-1)
    if (!last) break
    position = last.position + 1
    if (!(await makeBatch({ ...deps, office }, work, document, batch, position))) return 'made'
    if (Date.now() > until) return 'later'
  }
  await makePack(deps, work)
  return 'made'
}

/** Cancelled, or cleared long after: its files were removed then, and what is made afterwards must not stay. */
const isCleared = (campaign: Awaited<ReturnType<typeof findCampaign>>) => !campaign || campaign.clearedAt !== null

/** @returns whether the campaign still wants its letters. */
async function makeBatch(
  { database, files, office }: MakingDependencies & { readonly office: LibreOffice },
  work: CampaignWork,
  document: LetterDocument,
  batch: readonly recipientRows.KnownRecipient[],
  nextPosition: number,
): Promise<boolean> {
  const reasons = new Map<number, string>()
  const filled: { position: number; letter: Buffer }[] = []
  for (const { position, state, personalisation } of batch) {
    if (state !== 'prepared') continue
    try {
      filled.push({ position, letter: document.fill(personalisationSchema.parse(personalisation)) })
    } catch {
      reasons.set(position, NOT_MADE)
    }
  }
  const pdfs = filled.length > 0 ? await convertAll(office, filled.map(({ letter }) => letter), document) : []
  const kept: number[] = []
  for (const [index, { position }] of filled.entries()) {
    const pdf = pdfs[index]
    const fault = pdf ? await faultOf(pdf) : NOT_MADE
    if (fault !== undefined || !pdf) {
      reasons.set(position, fault ?? NOT_MADE)
      continue
    }
    await files.put(letterKey(work, position), pdf, 'application/pdf')
    kept.push(position)
  }
  const standing = await database.forOrganisation(work.organisationId, async (tx) => {
    const campaign = await holdCampaign(tx, work.campaignId)
    if (!campaign || isCleared(campaign)) return 'cleared'
    // Another worker was faster. The letters of both are the same.
    if (!isPreparing(campaign)) return 'prepared'
    for (const [position, reason] of reasons) await recipientRows.cannotBeContacted(tx, work.campaignId, position, reason)
    await repo.notePosition(tx, { ...work, nextPosition })
    return 'preparing'
  })
  if (standing === 'cleared') await Promise.all(kept.map((position) => files.remove(letterKey(work, position))))
  return standing === 'preparing'
}

/**
 * One document on which LibreOffice fails may take the rest of its run with it: those are tried once more by themselves.
 * @throws Error when not even the empty letter comes out: that is no household's fault, but a full disk's, say.
 */
async function convertAll(office: LibreOffice, letters: readonly Buffer[], document: LetterDocument): Promise<(Buffer | undefined)[]> {
  const pdfs = await office.toPdf(letters)
  if (pdfs.every((pdf) => pdf !== undefined)) return pdfs
  const [empty] = await office.toPdf([document.fill({})])
  if (!empty) throw new Error('LibreOffice makes no letter at all.')
  for (const [index, letter] of letters.entries()) {
    if (!pdfs[index]) [pdfs[index]] = await office.toPdf([letter])
  }
  return pdfs
}

async function faultOf(pdf: Buffer): Promise<string | undefined> {
  try {
    const { fault } = await checkLetter(pdf)
    return fault && LETTER_FAULTS[fault]
  } catch {
    return NOT_MADE
  }
}

/** Puts the letters that there are into one PDF, and once more when somebody was removed meanwhile. */
async function makePack(deps: MakingDependencies, work: CampaignWork): Promise<void> {
  const { database, files } = deps
  const inOrganisation = <T>(run: (tx: Tx) => Promise<T>) => database.forOrganisation(work.organisationId, run)
  const before = await inOrganisation((tx) => findCampaign(tx, work.campaignId))
  const made = { letters: 0, pages: 0 }
  async function* letters(): AsyncGenerator<Buffer> {
    for await (const rows of namedRecipients(database, work)) {
      for (const { state, position } of rows) {
        if (WITHOUT_LETTER.includes(state)) continue
        const letter = await files.open(letterKey(work, position))
        if (!letter) throw new Error('A letter is gone.')
        made.letters++
        yield await readWhole(letter, LETTER_LIMIT_BYTES)
      }
    }
  }
  const pack = Readable.from(joinPdfs(letters(), (pages) => (made.pages = pages)))
  await files.put(packKey(work), pack, 'application/pdf')
  const after = await inOrganisation(async (tx) => {
    const campaign = await holdCampaign(tx, work.campaignId)
    if (!isCleared(campaign)) await repo.notePack(tx, work.campaignId, { ...made, madeAt: new Date() })
    return campaign
  })
  if (isCleared(after)) await files.remove(packKey(work))
  else if (after?.removedCount !== before?.removedCount) await makePack(deps, work)
}

/** Removes the letters of recipients that were removed since they were made, and makes the print pack without them. */
export async function withdrawLetters(deps: MakingDependencies, work: CampaignWork): Promise<void> {
  const { database, files } = deps
  for await (const rows of namedRecipients(database, work)) {
    const removed = rows.filter(({ state }) => state === 'removed')
    await Promise.all(removed.map(({ position }) => files.remove(letterKey(work, position))))
  }
  const pack = await database.forOrganisation(work.organisationId, (tx) => repo.findPack(tx, work.campaignId))
  if (pack?.madeAt) await makePack(deps, work)
}

/**
 * One household's letter, the same bytes every time.
 * @throws Error when the household has none.
 */
export async function letterOf({ database, files, office }: MakingDependencies, work: CampaignWork, householdReference: string): Promise<Buffer> {
  const { campaignId, organisationId } = work
  const { campaign, recipient } = await database.forOrganisation(organisationId, async (tx) => ({
    campaign: await findCampaign(tx, campaignId),
    recipient: await recipientRows.findRecipient(tx, campaignId, householdReference),
  }))
  if (!campaign?.letterTemplateKey || !recipient?.personalisation) throw new Error('This household has no letter.')
  const key = letterKey(work, recipient.position)
  const kept = await files.open(key)
  if (kept) return readWhole(kept, LETTER_LIMIT_BYTES)
  // Records that were restored without their files: the letter is made again from what was frozen.
  if (!office) throw new Error(NO_LIBRE_OFFICE)
  const document = readLetterDocument(await readTemplate(files, campaign.letterTemplateKey))
  const [pdf] = await office.toPdf([document.fill(personalisationSchema.parse(recipient.personalisation))])
  if (!pdf) throw new Error('The letter could not be made.')
  await files.put(key, pdf, 'application/pdf')
  return pdf
}

/** Removes what there is of a campaign's letters. */
export async function removeLetters({ database, files }: MakingDependencies, work: CampaignWork): Promise<void> {
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
