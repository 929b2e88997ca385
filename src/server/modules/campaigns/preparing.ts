/**
 * Policy: how a campaign's messages are made. The frozen list is worked off in batches, each one transaction that
 * holds the campaign, adds its recipients and notes how far it came: a server killed at any point loses at most the
 * batch at hand, and two workers on one campaign take turns. What a household's message becomes follows from its
 * contact alone, and a household has one row (its key), so that nothing is made twice.
 */
import { setTimeout } from 'node:timers/promises'
import { BENEFIT_TITLES } from '#contract/campaigns'
import type { Database, Tx } from '../../db/database'
import { gatherStatistics } from '../../db/statistics'
import type { Queue } from '../../jobs/queue'
import type { OrganisationService } from '../organisations/service'
import { compileTemplate, contactsOf, prepareSafely, recipientRows, type Message } from '../recipients/service'
import { thaw } from './frozenList'
import { PREPARE_CAMPAIGN, type CampaignWork } from './jobs'
import type { Letters } from './letters'
import { isPreparing, standingOf } from './present'
import * as repo from './repo'
import { decide } from './states'

/** Recipients in one transaction: a few milliseconds, because a request of the map may wait for two of them on the embedded database. */
const BATCH = 30

/** A piece of work lasts so long at most, and queues the next: well below the time after which it is given to another. */
const SLICE_MS = 20_000

interface PreparingDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly organisations: OrganisationService
  readonly letters: Letters | undefined
  readonly now: () => Date
}

/** Prepares a slice of a campaign, and the campaign itself when nothing is left. Harmless when done already. */
export async function prepareCampaign(deps: PreparingDependencies, work: CampaignWork): Promise<void> {
  try {
    await prepareSlice(deps, work)
  } catch (error) {
    // The queue tries again; meanwhile people should not wonder.
    const problem = 'Its messages could not be prepared yet. Doorstep tries again by itself.'
    await deps.database.forOrganisation(work.organisationId, (tx) => repo.noteProblem(tx, work.campaignId, problem))
    throw error
  }
}

async function prepareSlice(deps: PreparingDependencies, work: CampaignWork): Promise<void> {
  const { campaignId, organisationId } = work
  const until = Date.now() + SLICE_MS
  const later = () => deps.database.forOrganisation(organisationId, (tx) => deps.queue.send(tx, PREPARE_CAMPAIGN, work))
  const { campaign, frozen } = await deps.database.forOrganisation(organisationId, async (tx) => ({
    campaign: await repo.findCampaign(tx, campaignId),
    frozen: await repo.frozenHouseholds(tx, campaignId),
  }))
  if (!campaign || frozen === null || !isPreparing(campaign)) return
  const references = await thaw(frozen)
  const message = await messageOf(deps, campaign)
  for (;;) {
    const started = performance.now()
    const isLeft = await deps.database.forOrganisation(organisationId, (tx) =>
      prepareBatch(tx, campaignId, references, message),
    )
    if (!isLeft) break
    if (Date.now() > until) return later()
    // Half the time belongs to people's requests: a campaign may take a little longer, a map may not.
    await setTimeout(performance.now() - started)
  }
  await deps.database.asSystem((tx) => gatherStatistics(tx, 'recipients'))
  if (campaign.channel === 'print_and_post' && deps.letters) {
    const made = await deps.letters.prepare(work, until)
    if (made === 'later') return later()
    if (made !== 'made') {
      // Trying again would change nothing: the next server that starts takes it up.
      await deps.database.forOrganisation(organisationId, (tx) => repo.noteProblem(tx, campaignId, made.problem))
      return
    }
  }
  await deps.database.forOrganisation(organisationId, (tx) => finish(tx, campaignId, deps.now()))
}

async function messageOf(deps: PreparingDependencies, campaign: repo.CampaignRow): Promise<Message> {
  const { channel, organisationId, message, letterTemplateKey } = campaign
  const { name } = await deps.organisations.get(organisationId)
  const text = message === null ? undefined : compileTemplate(message)
  const letter = letterTemplateKey === null ? undefined : await deps.letters?.find(organisationId, letterTemplateKey)
  return {
    channel,
    organisation: name,
    benefit: BENEFIT_TITLES[campaign.benefitName],
    placeholders: text?.placeholders ?? letter?.placeholders ?? [],
    text,
  }
}

/** @returns whether there is more to do. */
async function prepareBatch(
  tx: Tx,
  campaignId: number,
  references: readonly string[],
  message: Message,
): Promise<boolean> {
  const campaign = await repo.holdCampaign(tx, campaignId)
  if (!campaign || !isPreparing(campaign)) return false
  const from = campaign.preparedCount
  const batch = references.slice(from, from + BATCH)
  if (batch.length === 0) return false
  const found = await contactsOf(tx, campaign.organisationId, campaign.channel, batch)
  const contacts = new Map(found.map((contact) => [contact.householdReference, contact]))
  const rows = batch.map((householdReference, index) => ({
    householdReference,
    position: from + index,
    ...prepareSafely(message, householdReference, contacts.get(householdReference)),
  }))
  await recipientRows.insertRecipients(tx, campaign, rows)
  await repo.changeCampaign(tx, campaignId, { preparedCount: from + batch.length })
  return from + batch.length < references.length
}

async function finish(tx: Tx, campaignId: number, preparedAt: Date): Promise<void> {
  const campaign = await repo.holdCampaign(tx, campaignId)
  if (!campaign || campaign.preparedCount < campaign.frozenCount) return
  const verdict = decide('prepared', standingOf(campaign))
  if (typeof verdict === 'string') return
  const counts = await recipientRows.countsByState(tx, campaignId)
  const prepared = counts.find(({ state }) => state === 'prepared')?.households ?? 0
  await repo.changeCampaign(tx, campaignId, {
    status: verdict.to,
    preparedAt,
    numberOfRecipients: prepared,
    frozenHouseholds: null,
    problem: prepared === 0 ? 'None of its households can be contacted. Cancel it and choose other households.' : null,
  })
}
