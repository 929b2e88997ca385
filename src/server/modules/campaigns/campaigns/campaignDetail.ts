import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { RECIPIENT_STATES, type RecipientState } from '#contract/campaigns/recipients'
import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import type { RoleNeedToKnow } from '../../households/need-to-know/service'
import { findOftenContacted } from './leaveOut'
import { removedByReason, type RemovalReasons } from '../recipients/removingRepo'
import * as recipients from '../recipients/repo'
import { countReplies } from '../recipients/repliesRepo'
import { countLateReceipts } from '../recipients/sendingRepo'
import type { Costs } from './costs'
import { countProgress, type ProgressDependencies } from './countProgress'
import type { CampaignsDependencies } from './dependencies'
import { EXCLUSION } from './columnsTold'
import { LANGUAGE } from './eligibility'
import { readHeldOut } from './frozenList'
import type { HoldOuts } from './holdOuts'
import { isListHidden } from './listShown'
import { asListedCampaign, presentTranslation } from './present'
import type { Recheck } from './recheck'
import * as repo from './repo'
import { roundDetail } from './roundedCounts'
import { findPhase, withCampaign } from './moves'

type DetailDependencies = ProgressDependencies &
  Pick<CampaignsDependencies, 'needToKnow' | 'database' | 'letterLooks'> & {
    readonly recheck: Recheck
    readonly holdOuts: HoldOuts
    readonly costs: Costs
  }

const isPrepared = (campaign: repo.CampaignRow) => findPhase(campaign) === 'prepared'
const waitsForRun = (campaign: repo.CampaignRow) => isPrepared(campaign) && campaign.reviewedAt !== null

/** As shown to the role. @throws Fault 404, also for another organisation's */
export function createPresentDetail(
  { database, needToKnow }: DetailDependencies,
  readDetail: (person: Person, id: number) => Promise<CampaignDetail>,
) {
  return async (person: Person, id: number): Promise<CampaignDetail> => {
    const own = await needToKnow.of(person)
    const detail = await readDetail(person, id)
    const isHidden = await withCampaign(database, person, id, (tx, campaign) => isListHidden(tx, own, campaign))
    return isHidden ? roundDetail(detail) : detail
  }
}

/** Reads all about a campaign, with exact numbers. @throws Fault 404, also for another organisation's */
export function createReadDetail(deps: DetailDependencies) {
  const { needToKnow, database, recheck } = deps
  return async (person: Person, id: number): Promise<CampaignDetail> => {
    const waits = await withCampaign(database, person, id, async (_tx, campaign) => waitsForRun(campaign))
    const own = await needToKnow.of(person)
    const claiming = waits ? await recheck.findClaiming(person.organisationId, id) : undefined
    return withCampaign(database, person, id, async (tx, campaign) => {
      const gone = claiming && waitsForRun(campaign) ? await recheck.findGone(tx, campaign, claiming) : undefined
      const progress = await countProgress(deps, tx, [campaign])
      return {
        ...asListedCampaign(campaign, progress(campaign), person),
        ...(await presentRecipients(tx, campaign, gone)),
        ...(await presentMessages(deps, tx, campaign, own)),
        ...(await deps.costs.present(tx, campaign, [...(gone?.keys() ?? [])])),
        problem: campaign.problem,
        recipients_hash: campaign.recipientsHash,
        one_text_per_number: campaign.oneTextPerNumber,
        shared_numbers:
          campaign.channel === 'sms' && isPrepared(campaign) ? await recipients.countSharedNumbers(tx, id) : null,
        web_alone_count: own.hidden.has(EXCLUSION) ? 0 : campaign.webAloneCount,
        other_benefits: campaign.otherBenefits,
        hold_out: deps.holdOuts.present(campaign),
        lawful_basis: campaign.lawfulBasis,
        link_id: campaign.linkId,
        linked: await repo.linkedCampaigns(tx, campaign),
        replies: await countReplies(tx, id),
        late_receipts: campaign.cancelledAs === null ? 0 : await countLateReceipts(tx, id),
      }
    })
  }
}

async function presentRecipients(
  tx: Tx,
  campaign: repo.CampaignRow,
  gone: RemovalReasons | undefined,
): Promise<
  Pick<CampaignDetail, 'recipients' | 'removed_since_review' | 'removals' | 'often_contacted_count' | 'missed_count'>
> {
  const { id } = campaign
  const countIn = await recipients.countByState(tx, id)
  const heldOut = gone || isPrepared(campaign) ? await readHeldOut(tx, id) : []
  const often = isPrepared(campaign) ? countByReason(await findOftenContacted(tx, campaign), heldOut) : []
  const removals = gone ? countByReason(gone, heldOut) : await removedByReason(tx, id)
  const isMissable = campaign.status === 'Complete' && campaign.clearedAt === null
  return {
    // Has an entry for every state.
    recipients: Object.fromEntries(RECIPIENT_STATES.map((state) => [state, countIn(state)])) as Record<
      RecipientState,
      number
    >,
    removed_since_review: removals.reduce((sum, { households }) => sum + households, 0),
    removals,
    often_contacted_count: often[0]?.households ?? 0,
    missed_count: isMissable ? recipients.MISSED_STATES.reduce((sum, state) => sum + countIn(state), 0) : 0,
  }
}

async function presentMessages(
  deps: DetailDependencies,
  tx: Tx,
  campaign: repo.CampaignRow,
  own: RoleNeedToKnow,
): Promise<Pick<CampaignDetail, 'translation' | 'texts' | 'letters' | 'letter_looks'>> {
  return {
    translation: presentTranslation(campaign, own.hidden.has(LANGUAGE)),
    texts: [campaign.message, campaign.translationMessage].flatMap((text) => text ?? []),
    letters: isPrepared(campaign) ? await previewLetters(deps, tx, campaign) : [],
    letter_looks: campaign.channel === 'sms' ? null : await deps.letterLooks(tx, campaign.id),
  }
}

async function previewLetters(deps: DetailDependencies, tx: Tx, campaign: repo.CampaignRow): Promise<string[]> {
  const { organisationId, letterTemplateKey, translationLetterKey } = campaign
  const keys = [letterTemplateKey, translationLetterKey].flatMap((key) => key ?? [])
  const addresses: string[] = []
  for (const key of keys) {
    const address = await deps.letters.preview(tx, organisationId, key)
    if (address) addresses.push(address)
  }
  return addresses
}

function countByReason(gone: RemovalReasons, heldOut: readonly string[]): { reason: string; households: number }[] {
  const counts = new Map<string, number>()
  const fromList = new Map(gone)
  for (const reference of heldOut) fromList.delete(reference)
  for (const reason of fromList.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, households]) => ({ reason, households }))
    .toSorted((a, b) => b.households - a.households || a.reason.localeCompare(b.reason))
}
