/** Snapshots compared for the same households (docs/product.md#report). */
import type { Campaign } from '#contract/campaigns/campaigns'
import { londonDay, monthsOn } from '#contract/days'
import type { ClaimRate, PensionCreditReport } from '#contract/results/reports'
import type { CampaignContactHistory } from '../../campaigns/recipients/contactHistory'
import type { GroupClaims, SnapshotsService, TakeUpComparison } from '../../households/snapshots/service'
import { closeDate, UNCONTACTED_MONTHS } from './assumptions'
import { decidedFrom } from './looks'

export interface TakeUpDependencies {
  readonly contactHistory: Pick<CampaignContactHistory, 'listContacted' | 'listContactedForBenefit'>
  readonly snapshots: Pick<SnapshotsService, 'comparisons'>
}

export type ClaimRates = PensionCreditReport['comparison']['rates']

const NOT_SENT: TakeUpComparison = { before: null, months: [], claimants: new Map() }

/** Who of the contacted households claims, by month. */
export async function measureTakeUp(
  { snapshots, contactHistory }: TakeUpDependencies,
  organisationId: string,
  { id, snapshot, date_sent }: Campaign,
): Promise<TakeUpComparison> {
  if (date_sent === null) return NOT_SENT
  const sentDay = londonDay(new Date(date_sent))
  const sent = sentDay > snapshot ? sentDay : snapshot
  const range = { from: snapshot, sent, toldFrom: decidedFrom(sent), to: closeDate(date_sent) }
  return snapshots.comparisons.takeUp(organisationId, range, () =>
    contactHistory.listContacted({ organisationId, campaignId: id }),
  )
}

/** Contacted households against those that no campaign for the benefit has contacted. Null while data are awaited. */
export async function compareClaimRates(
  { snapshots, contactHistory }: TakeUpDependencies,
  organisationId: string,
  campaignId: number,
  { before, months }: TakeUpComparison,
): Promise<ClaimRates> {
  const later = months.at(-1)?.month
  if (before === null || later === undefined) return null
  const days = { from: monthsOn(before, -UNCONTACTED_MONTHS), to: later }
  async function* listed() {
    for await (const page of contactHistory.listContacted({ organisationId, campaignId })) {
      yield page.map((reference) => ({ reference, group: 'contacted' }))
    }
    for await (const page of contactHistory.listContactedForBenefit(organisationId, 'pension_credit', days)) {
      yield page.map((reference) => ({ reference, group: 'contacted by any' }))
    }
  }
  const { of, others } = await snapshots.comparisons.claimsByGroup(organisationId, { before, later }, listed)
  return { contacted: toClaimRate(of('contacted')), not_contacted: toClaimRate(others) }
}

const toClaimRate = ({ households, claiming }: GroupClaims): ClaimRate => ({ households, claiming })
