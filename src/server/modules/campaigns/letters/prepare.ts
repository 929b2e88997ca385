/**
 * Prepares letters in batches of one LibreOffice run, then joins them into the print pack. Letters are stored before
 * the database says so: a killed server repeats at most one batch.
 */
import { findCampaign, lockCampaign } from '../campaigns/repo'
import type { CampaignWork } from '../campaigns/jobs'
import { findPhase } from '../campaigns/moves'
import { personalisationSchema } from '../recipients/template'
import * as recipients from '../recipients/repo'
import { readReferences } from '../recipients/recipientPages'
import { isPseudonym } from '../recipients/erasingRepo'
import { letterKey, packKey } from './keys'
import * as repo from './repo'
import {
  addCampaignTemplates,
  makeLettersWithRetries,
  TURN_LIMIT_MS,
  type LetterToMake,
  type Workplace,
} from './makeLetters'
import type { PrepareDependencies } from './dependencies'
import { hasLetter, madeLetter, readLetter, remakeLetter, WITHOUT_LETTER } from './storedLetters'
import { NO_LIBRE_OFFICE, NOT_MADE } from './words'

const BATCH = 150
const FIRST_BATCH = 20
const TURN_MS = 10_000

/** Implements `Letters.prepare` of campaigns. */
export async function prepareLetters(
  deps: PrepareDependencies,
  work: CampaignWork,
  isOver: () => Promise<boolean>,
): Promise<'made' | 'later' | { readonly problem: string }> {
  const { database, documents } = deps
  if (!documents.canConvert) return { problem: NO_LIBRE_OFFICE }
  const { campaignId, organisationId } = work
  const { campaign, pack } = await database.forOrganisation(organisationId, async (tx) => ({
    campaign: await findCampaign(tx, campaignId),
    pack: await repo.findPack(tx, campaignId),
  }))
  if (!campaign || campaign.letterTemplateKey === null || pack?.madeAt) return 'made'
  const made = await documents.forLetters(organisationId, async (session, turns) => {
    await addCampaignTemplates(session, deps, campaign)
    let size = FIRST_BATCH
    for (let position = pack?.nextPosition ?? 0; ;) {
      const batch = await database.forOrganisation(organisationId, (tx) =>
        recipients.recipientsFrom(tx, campaignId, position, size),
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

/** Once cancelled or cleared, no new file may stay. */
const isCleared = (campaign: Awaited<ReturnType<typeof findCampaign>>) => !campaign || campaign.clearedAt !== null

async function prepareBatch(
  { database, files, marks }: PrepareDependencies,
  work: CampaignWork,
  place: Workplace,
  batch: readonly recipients.KnownRecipient[],
  nextPosition: number,
): Promise<{ readonly isWanted: boolean; readonly turnMs: number }> {
  const findMark = await marks.of(work.organisationId)
  const wanted = batch.flatMap(({ position, householdReference, state, personalisation }): LetterToMake[] => {
    if (state !== 'prepared') return []
    const values = personalisationSchema.safeParse(personalisation)
    const marked = findMark(work.campaignId, householdReference)
    return [{ position, values: values.success ? values.data : undefined, marked }]
  })
  const { outcomes, turnMs } = await makeLettersWithRetries(place, wanted)
  const reasons = new Map<number, string>()
  const kept: recipients.MadeLetter[] = []
  for (const { position, marked } of wanted) {
    const outcome = outcomes.get(position) ?? NOT_MADE
    const pdf = typeof outcome === 'string' ? undefined : await place.session.read(outcome.pdf)
    if (!pdf) {
      reasons.set(position, typeof outcome === 'string' ? outcome : NOT_MADE)
      continue
    }
    await files.put(letterKey(work, position), pdf, 'application/pdf')
    if (typeof outcome !== 'string') kept.push(madeLetter(position, pdf, outcome.pages, marked))
  }
  let unwanted: readonly number[] = []
  const standing = await database.forOrganisation(work.organisationId, async (tx) => {
    const campaign = await lockCampaign(tx, work.campaignId)
    if (!campaign || isCleared(campaign)) return 'cleared'
    // Another worker was faster, with the same letters.
    if (findPhase(campaign) !== 'preparing') return 'prepared'
    for (const [position, reason] of reasons) await recipients.cannotBeContacted(tx, work.campaignId, position, reason)
    await recipients.noteLetters(tx, work.campaignId, kept)
    await repo.savePosition(tx, { ...work, nextPosition })
    const now = await recipients.recipientsFrom(tx, work.campaignId, batch[0]?.position ?? 0, batch.length)
    unwanted = now.filter((row) => !hasLetter(row)).map(({ position }) => position)
    return 'preparing'
  })
  if (standing === 'cleared') unwanted = kept.map(({ position }) => position)
  await Promise.all(unwanted.map((position) => files.remove(letterKey(work, position))))
  return { isWanted: standing === 'preparing', turnMs }
}

const PACK_BATCH = 100

async function makePack(deps: PrepareDependencies, work: CampaignWork): Promise<void> {
  const { database, files, documents } = deps
  const made = await documents.forLetters(work.organisationId, async (session, turns) => {
    const { turn } = turns
    let letters = 0
    let waiting: string[] = []
    const addWaiting = async () => {
      await turn(TURN_LIMIT_MS, () => session.ask('addToPack', { pack: PACK, letters: waiting }))
      await Promise.all(waiting.map((name) => session.remove(name)))
      waiting = []
    }
    for await (const rows of readReferences(database, work)) {
      for (const row of rows) {
        if (!hasLetter(row)) continue
        const letter =
          (await readLetter(files, work, row)) ??
          (await remakeLetter(deps, work, { session, turns }, row.householdReference))
        const name = `letter-${waiting.length}.pdf`
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
  const then = await database.forOrganisation(work.organisationId, async (tx) => {
    if (isCleared(await lockCampaign(tx, work.campaignId))) return 'cleared'
    // Somebody was erased or removed meanwhile.
    if ((await recipients.countOutside(tx, work.campaignId, WITHOUT_LETTER)) !== made.letters) return 'again'
    await repo.savePack(tx, work.campaignId, { ...made, madeAt: new Date() })
    return 'made'
  })
  if (then === 'cleared') await files.remove(packKey(work))
  else if (then === 'again') await makePack(deps, work)
}

const PACK = 'pack.pdf'

/** Deletes removed recipients' letters and remakes the print pack. */
export async function withdrawLetters(deps: PrepareDependencies, work: CampaignWork): Promise<void> {
  const { database, files } = deps
  for await (const rows of readReferences(database, work)) {
    const removed = rows.filter((row) => row.state === 'removed' || isPseudonym(row.householdReference))
    await Promise.all(removed.map(({ position }) => files.remove(letterKey(work, position))))
  }
  // Nobody gets the pack of before, however long another takes.
  const isToMake = await database.forOrganisation(work.organisationId, async (tx) => {
    const campaign = await lockCampaign(tx, work.campaignId)
    const pack = await repo.findPack(tx, work.campaignId)
    if (!campaign || isCleared(campaign) || !pack) return false
    // Else its preparation makes it.
    if (!pack.madeAt && campaign.preparedAt === null) return false
    await repo.savePack(tx, work.campaignId, { letters: 0, pages: 0, madeAt: null })
    return true
  })
  if (!isToMake) return
  await files.remove(packKey(work))
  await makePack(deps, work)
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
