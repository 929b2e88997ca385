import type { Channel } from '#contract/campaigns'
import type { NotifyClient } from '../../clients/notify'
import type { Database, Tx } from '../../db/database'
import type { CampaignsService, CampaignWork } from '../campaigns/service'
import { compileTemplate } from '../recipients/service'
import type { Allowance, Limits } from './allowance'
import { textContent, type MakeContent } from './attempt'
import type { Clock } from './clock'
import { again, OVER, type SliceEnd } from './lanes'
import type { Outage } from './outage'
import * as words from './words'

/** Makes a recipient's letter; modules/letters does. */
export interface LetterMaker {
  /** The finished PDF of one household's letter: the same bytes every time. */
  letterPdf(campaign: CampaignWork, householdReference: string): Promise<Uint8Array>
}

export interface Times {
  /** Milliseconds that a claim lasts. */
  readonly claimMs: number
  /** Milliseconds that a call to the provider lasts at most, as its client was told. */
  readonly callMs: number
}

export interface SenderDependencies {
  readonly database: Database
  readonly campaigns: Pick<CampaignsService, 'whileSending' | 'completeIfSent' | 'pause' | 'removeUnsent' | 'tell'>
  /** Absent: there is no key and no simulator. */
  readonly notify: NotifyClient | undefined
  readonly letters: LetterMaker | undefined
}
export interface SenderOptions {
  readonly limits?: Limits
  readonly times?: Times
  readonly clock?: Clock
  readonly random?: () => number
}

/** What the slices of a server share. */
export interface Shared extends SenderDependencies, Required<SenderOptions> {
  readonly allowance: Allowance
  readonly outage: Outage
}

type CampaignRow = NonNullable<Awaited<ReturnType<CampaignsService['whileSending']>>>

/** One campaign for one slice. */
export interface Sending extends Omit<Shared, 'notify'> {
  readonly notify: NotifyClient
  /** As it was when the slice began. */
  readonly campaign: CampaignRow
  readonly makeContent: MakeContent
  readonly inOrganisation: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  /** What its page says of what holds the sending up, or (null) that nothing does. */
  readonly say: (problem: string | null) => Promise<void>
}

const NOT_READY_AGAIN_MS = 60_000

/** @returns how the slice ends when nothing of the campaign can be sent now. */
export async function openSending(shared: Shared, work: CampaignWork): Promise<Sending | SliceEnd> {
  const { database, campaigns, notify, letters } = shared
  const inOrganisation = <T>(run: (tx: Tx) => Promise<T>) => database.forOrganisation(work.organisationId, run)
  const campaign = await inOrganisation((tx) => campaigns.whileSending(tx, work.campaignId))
  if (!campaign) return OVER
  let said = campaign.problem
  const say = async (problem: string | null) => {
    if (problem === said) return
    said = problem
    await inOrganisation((tx) => campaigns.tell(tx, campaign.id, problem))
  }
  const makeContent = contentOf(work, campaign, letters)
  if (!notify || !makeContent) {
    await say(notify ? words.NO_LETTERS : words.NO_PROVIDER)
    return again(NOT_READY_AGAIN_MS)
  }
  return { ...shared, notify, campaign, makeContent, inOrganisation, say }
}

/** What a campaign sends; undefined when nothing can be. */
function contentOf(
  work: CampaignWork,
  { channel, message }: { readonly channel: Channel; readonly message: string | null },
  letters: LetterMaker | undefined,
): MakeContent | undefined {
  if (channel === 'sms') return textContent(compileTemplate(message ?? ''))
  return letters && (async ({ householdReference }) => ({ pdf: await letters.letterPdf(work, householdReference) }))
}
