import type { CampaignPhase } from '#contract/campaigns/campaigns'
import type { Tx } from '../../../db/engine'
import { sentAndDelivered } from '../recipients/repo'
import type { CampaignsDependencies } from './dependencies'
import { type CampaignProgress } from './present'
import type { CampaignRow } from './repo'
import type { Starts } from './start'
import { findPhase } from './moves'

export type ProgressDependencies = Pick<CampaignsDependencies, 'letters'> & { readonly starts: Starts }

/** Only what changes: the list is polled. */
export async function countProgress(
  { letters, starts }: ProgressDependencies,
  tx: Tx,
  rows: readonly CampaignRow[],
): Promise<(row: CampaignRow) => CampaignProgress> {
  const idsIn = (...phases: CampaignPhase[]) =>
    rows.filter((row) => phases.includes(findPhase(row))).map(({ id }) => id)
  const [making, running] = [idsIn('preparing'), idsIn('sending', 'paused')]
  const mayWait = new Set(idsIn('prepared', 'sending', 'paused'))
  const made = making.length > 0 ? await letters.made(tx, making) : []
  const messages = running.length > 0 ? await sentAndDelivered(tx, running) : []
  const waiting = new Map<number, Date | null>()
  for (const row of rows) if (mayWait.has(row.id)) waiting.set(row.id, await starts.startsAt(tx, row))
  return ({ id }) => ({
    sent: 0,
    delivered: 0,
    ...messages.find(({ campaignId }) => campaignId === id),
    startsAt: waiting.get(id) ?? null,
    made: made.find(({ campaignId }) => campaignId === id)?.made ?? 0,
  })
}
