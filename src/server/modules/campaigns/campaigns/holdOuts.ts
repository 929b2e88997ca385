import { randomBytes } from 'node:crypto'
import type { BenefitName } from '#contract/households/benefits'
import type { HoldOut } from '#contract/campaigns/holdOuts'
import { monthsOn } from '../../../lib/days'
import { londonDay } from '#contract/days'
import type { Tx } from '../../../db/engine'
import { dayStart } from '../../../db/time'
import type { HouseholdFact, HouseholdFacts } from '../../households/snapshots/service'
import { drawHeldOut, separateNeverDrawn, type Drawable } from './draw'
import { readHeldOut, packHouseholds } from './frozenList'
import type { CampaignsDependencies, MoveDependencies } from './dependencies'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { describeCampaign } from './present'
import * as repo from './repo'
import { withLockedCampaign } from './moves'

const HELD_OUT_MONTHS = 3

export type HoldOuts = ReturnType<typeof createHoldOuts>

/** Draws hold-outs, and says who is held out (docs/product.md#hold-out). */
export function createHoldOuts({
  database,
  now,
  seedHoldOut = () => randomBytes(16).toString('hex'),
}: Pick<CampaignsDependencies, 'database' | 'seedHoldOut'> & { now: () => Date }) {
  const runSince = () => dayStart(monthsOn(londonDay(now()), -HELD_OUT_MONTHS))

  async function references(tx: Tx, campaignIds: readonly number[]): Promise<string[]> {
    const found: string[] = []
    for (const id of campaignIds) found.push(...(await readHeldOut(tx, id)))
    return found
  }

  return {
    async draw(households: readonly Drawable[], percentage: number, named: ReadonlySet<string>) {
      const seed = seedHoldOut()
      const { drawable, neverDrawn } = separateNeverDrawn(households, named)
      const heldOut = drawHeldOut(drawable, percentage, seed)
      return {
        arms: { heldOut: new Set(heldOut), neverDrawn },
        columns: {
          holdOutPercentage: percentage,
          holdOutSeed: seed,
          heldOutHouseholds: await packHouseholds(heldOut),
          heldOutCount: heldOut.length,
          neverDrawnHouseholds: await packHouseholds([...neverDrawn]),
        },
      }
    },

    /** Undefined when no household is held out. */
    async facts(organisationId: string, benefit: BenefitName): Promise<HouseholdFacts | undefined> {
      const inOrganisation = <T>(read: (tx: Tx) => Promise<T>) => database.forOrganisation(organisationId, read)
      const ids = await inOrganisation((tx) => repo.holdingOut(tx, organisationId, benefit, runSince()))
      if (ids.length === 0) return undefined
      return {
        // A drawn list never changes.
        key: `held out ${ids.join(' ')}`,
        bytesAHousehold: 1,
        columns: [{ name: 'held_out', type: 'flag' }],
        async *read(): AsyncGenerator<HouseholdFact[]> {
          const found = new Set(await inOrganisation((tx) => references(tx, ids)))
          yield [...found].map((reference) => ({ reference, values: [true] }))
        },
      }
    },

    async heldOutByOthers(tx: Tx, { id, organisationId, benefitName }: repo.CampaignRow): Promise<string[]> {
      const ids = await repo.holdingOut(tx, organisationId, benefitName, runSince())
      return references(
        tx,
        ids.filter((other) => other !== id),
      )
    },

    present(row: repo.CampaignRow): HoldOut | null {
      if (row.holdOutPercentage === 0) return null
      const { runAt, startAt } = row
      const begins = runAt !== null && startAt !== null && startAt > runAt ? startAt : runAt
      const until = begins && monthsOn(londonDay(begins), HELD_OUT_MONTHS)
      const byHand = row.holdOutReleasedAt === null ? null : londonDay(row.holdOutReleasedAt)
      const isReleased = byHand !== null || (until !== null && until <= londonDay(now()))
      return {
        percentage: row.holdOutPercentage,
        households: row.heldOutCount,
        until,
        is_released: isReleased,
        released_on: isReleased ? earlier(byHand, until) : null,
      }
    },
  }
}

const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one

/** Other campaigns may then write to them. */
export const createReleaseHoldOut =
  ({ database, audit, now }: MoveDependencies) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      if (campaign.holdOutPercentage === 0) {
        throw conflict('This campaign holds no households out.', 'no_hold_out')
      }
      if (campaign.holdOutReleasedAt !== null) return campaign
      await audit.recordIn(tx, person, 'hold_out_released', describeCampaign(campaign), campaign.heldOutCount)
      return repo.changeCampaign(tx, id, { holdOutReleasedAt: now() })
    })
