import { randomBytes } from 'node:crypto'
import type { BenefitName } from '#contract/households/benefits'
import { HOLD_OUT_MONTHS, USUAL_HOLD_OUT_MONTHS, type HoldOut, type HoldOutMonths } from '#contract/campaigns/holdOuts'
import { londonDay, monthsOn } from '#contract/days'
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

export type HoldOuts = ReturnType<typeof createHoldOuts>

/** Draws hold-outs, and says who is held out (docs/product.md#hold-out). */
export function createHoldOuts({
  database,
  now,
  seedHoldOut = () => randomBytes(16).toString('hex'),
}: Pick<CampaignsDependencies, 'database' | 'seedHoldOut'> & { now: () => Date }) {
  const runSince = () =>
    HOLD_OUT_MONTHS.map((months) => ({ months, since: dayStart(monthsOn(londonDay(now()), -months)) }))

  async function references(tx: Tx, campaignIds: readonly number[]): Promise<string[]> {
    const found: string[] = []
    for (const id of campaignIds) found.push(...(await readHeldOut(tx, id)))
    return found
  }

  return {
    async draw(
      households: readonly Drawable[],
      { percentage, months }: { readonly percentage: number; readonly months: HoldOutMonths },
      named: ReadonlySet<string>,
    ) {
      const seed = seedHoldOut()
      const { drawable, neverDrawn } = separateNeverDrawn(households, named)
      const heldOut = drawHeldOut(drawable, percentage, seed)
      return {
        arms: { heldOut: new Set(heldOut), neverDrawn },
        columns: {
          holdOutPercentage: percentage,
          holdOutMonths: months,
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
      const months = readMonths(row)
      const until = begins && monthsOn(londonDay(begins), months)
      const byHand = row.holdOutReleasedAt === null ? null : londonDay(row.holdOutReleasedAt)
      const isReleased = byHand !== null || (until !== null && until <= londonDay(now()))
      return {
        percentage: row.holdOutPercentage,
        months,
        households: row.heldOutCount,
        until,
        is_released: isReleased,
        released_on: isReleased ? earlier(byHand, until) : null,
      }
    },
  }
}

/** Until the result. */
export const readMonths = ({ holdOutMonths }: Pick<repo.CampaignRow, 'holdOutMonths'>): HoldOutMonths =>
  HOLD_OUT_MONTHS.find((months) => months === holdOutMonths) ?? USUAL_HOLD_OUT_MONTHS

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
