/**
 * Each batch locks the campaign, adds recipients and records progress in one transaction, so that nothing is made
 * twice.
 */
import { setTimeout } from 'node:timers/promises'
import type { Tx } from '../../../db/engine'
import { gatherStatistics } from '../../../db/statistics'
import { createSharedSlice, type SharedSlice } from '../../../jobs/slice'
import { prepareRecipients, type CampaignMessage, type Wording } from '../recipients/prepareRecipients'
import { countByState, countTranslated } from '../recipients/repo'
import { compileTemplate } from '../recipients/template'
import { readAmounts } from './benefits'
import { commonValues } from './commonValues'
import { readArms, unpackHouseholds, type DrawnArms } from './frozenList'
import { PREPARE_CAMPAIGN, tellStaff, type CampaignWork } from './jobs'
import { isInBoth } from './present'
import * as repo from './repo'
import { decide, findPhase } from './moves'
import type { CampaignsDependencies } from './dependencies'

/** Small, because requests wait for the transaction. */
const BATCH = 30

const SLICE: SharedSlice = { share: 20_000, most: 10 * 60_000 }

type PrepareDependencies = Pick<
  CampaignsDependencies,
  'database' | 'queue' | 'organisations' | 'letters' | 'notifyAccounts' | 'genuinePage' | 'snapshots'
> & {
  readonly now: () => Date
}

/** Until done or others wait; queues the rest. Idempotent. */
export async function prepareCampaign(
  deps: PrepareDependencies,
  work: CampaignWork,
  stopping: AbortSignal,
): Promise<void> {
  try {
    await prepareSlice(deps, work, createSharedSlice(deps.queue, PREPARE_CAMPAIGN, SLICE, stopping))
  } catch (error) {
    const problem = 'Its messages could not be prepared yet. Doorstep tries again by itself.'
    await deps.database.forOrganisation(work.organisationId, (tx) => repo.noteProblem(tx, work.campaignId, problem))
    throw error
  }
}

async function prepareSlice(
  deps: PrepareDependencies,
  work: CampaignWork,
  isOver: () => Promise<boolean>,
): Promise<void> {
  const { campaignId, organisationId } = work
  const later = () => deps.database.forOrganisation(organisationId, (tx) => deps.queue.send(tx, PREPARE_CAMPAIGN, work))
  const { campaign, frozen, arms } = await deps.database.forOrganisation(organisationId, async (tx) => ({
    campaign: await repo.findCampaign(tx, campaignId),
    frozen: await repo.frozenHouseholds(tx, campaignId),
    arms: await readArms(tx, campaignId),
  }))
  if (!campaign || frozen === null || findPhase(campaign) !== 'preparing') return
  const list = { references: await unpackHouseholds(frozen), arms }
  const message = await buildMessage(deps, campaign)
  for (;;) {
    const started = performance.now()
    const isLeft = await deps.database.forOrganisation(organisationId, (tx) =>
      prepareBatch(tx, campaignId, list, message),
    )
    if (!isLeft) break
    if (await isOver()) return later()
    // Leaves half the time to requests.
    await setTimeout(performance.now() - started)
  }
  await deps.database.asSystem((tx) => gatherStatistics(tx, 'recipients'))
  if (campaign.channel === 'print_and_post') {
    const made = await deps.letters.prepare(work, isOver)
    if (made === 'later') return later()
    if (made !== 'made') {
      // The next server start retries.
      await deps.database.forOrganisation(organisationId, (tx) => repo.noteProblem(tx, campaignId, made.problem))
      return
    }
  }
  await deps.database.forOrganisation(organisationId, (tx) => finish(deps, tx, campaignId))
}

async function buildMessage(deps: PrepareDependencies, campaign: repo.CampaignRow): Promise<CampaignMessage> {
  const { channel, organisationId, translationLanguage: language } = campaign
  const wording = async (message: string | null, letterKey: string | null): Promise<Wording> => {
    const text = message === null ? undefined : compileTemplate(message)
    const letter = letterKey === null ? undefined : await deps.letters.find(organisationId, letterKey)
    return { text, placeholders: text?.placeholders ?? letter?.placeholders ?? [] }
  }
  const first = await wording(campaign.message, campaign.letterTemplateKey)
  const { translationMessage, translationLetterKey } = campaign
  const isTranslated = language !== null && (translationMessage !== null || translationLetterKey !== null)
  const translation = isTranslated
    ? { ...(await wording(translationMessage, translationLetterKey)), language }
    : undefined
  return {
    ...first,
    translation,
    channel,
    common: await commonValues(deps, campaign),
    amountOf: [...first.placeholders, ...(translation?.placeholders ?? [])].includes('amount')
      ? await readAmounts(await deps.snapshots.at(organisationId, campaign.snapshot), campaign.benefitName)
      : undefined,
    serviceName: first.text && (await deps.notifyAccounts.serviceName(organisationId)),
  }
}

async function prepareBatch(
  tx: Tx,
  campaignId: number,
  { references, arms }: { readonly references: readonly string[]; readonly arms: DrawnArms },
  message: CampaignMessage,
): Promise<boolean> {
  const campaign = await repo.lockCampaign(tx, campaignId)
  if (!campaign || findPhase(campaign) !== 'preparing') return false
  const from = campaign.preparedCount
  const batch = references.slice(from, from + BATCH)
  if (batch.length === 0) return false
  await prepareRecipients(tx, campaign, message, { references: batch, position: from, arms })
  await repo.changeCampaign(tx, campaignId, { preparedCount: from + batch.length })
  return from + batch.length < references.length
}

async function finish({ queue, now }: PrepareDependencies, tx: Tx, campaignId: number): Promise<void> {
  const campaign = await repo.lockCampaign(tx, campaignId)
  if (!campaign || campaign.preparedCount < campaign.frozenCount) return
  const decision = decide('prepared', campaign)
  if (typeof decision === 'string') return
  await tellStaff(queue, tx, campaign, 'waits')
  const prepared = (await countByState(tx, campaignId))('prepared')
  await repo.changeCampaign(tx, campaignId, {
    status: decision.to,
    preparedAt: now(),
    numberOfRecipients: prepared,
    translatedCount: isInBoth(campaign) ? prepared : await countTranslated(tx, campaignId),
    frozenHouseholds: null,
    neverDrawnHouseholds: null,
    problem: prepared === 0 ? 'None of its households can be contacted. Cancel it and choose other households.' : null,
  })
}
