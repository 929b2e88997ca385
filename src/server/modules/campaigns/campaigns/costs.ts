/** Costs of campaigns, and the organisation's budget: docs/product.md#what-messages-cost. */
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import {
  computeBills,
  financialYear,
  inPounds,
  computePence,
  type Bill,
  type Charge,
  type Charged,
} from '#contract/campaigns/notifyRates'
import type { Spending } from '#contract/campaigns/spending'
import { londonDay } from '#contract/days'
import type { Tx } from '../../../db/engine'
import { conflict } from '../../../http/faults'
import type { Budget } from '../notify-accounts/budget'
import { standingOf } from './present'
import * as repo from './repo'
import type { CampaignsDependencies } from './service'
import type { Starts } from './start'
import { phaseOf } from './states'

type CostsDependencies = Pick<CampaignsDependencies, 'recipients' | 'notifyAccounts'> & {
  readonly starts: Starts
  readonly now: () => Date
}

export type Costs = ReturnType<typeof createCosts>

const chargedAs = ({ channel, postage }: Pick<repo.CampaignRow, 'channel' | 'postage'>): Charged =>
  channel === 'sms' ? 'sms' : (postage ?? 'second')

const NO_BUDGET: Budget = {
  postage: 'second',
  budget_pence: null,
  over_budget: 'nobody',
  free_texts: null,
  freeTextsAYear: 0,
}

/** Computes costs. */
export function createCosts({ recipients, notifyAccounts, starts, now }: CostsDependencies) {
  const budgetOf = async (tx: Tx, organisationId: string, isLocked = false): Promise<Budget> =>
    (await notifyAccounts?.budget(tx, organisationId, { isLocked })) ?? NO_BUDGET

  /** In the order of charging. */
  async function chargesOf(tx: Tx, organisationId: string, days: { from: string; to: string }): Promise<Charge[]> {
    const rows = new Map((await repo.listCampaigns(tx, organisationId)).map((row) => [row.id, row]))
    const running = [...rows.values()].filter((row) => ['sending', 'paused'].includes(phaseOf(standingOf(row))))
    const later = new Map<number, string>()
    for (const row of running) later.set(row.id, await dayOf(tx, row))
    const sent = await recipients.chargedIn(tx, organisationId, days)
    const waiting = running.length === 0 ? [] : await recipients.chargedLater(tx, [...later.keys()])
    return [
      ...sent,
      ...waiting
        .map((charge) => ({ ...charge, day: later.get(charge.campaignId) ?? days.to }))
        .filter(({ day }) => day <= days.to)
        .toSorted((a, b) => a.day.localeCompare(b.day)),
    ].flatMap((charge) => {
      const row = rows.get(charge.campaignId)
      return row ? [{ ...charge, what: chargedAs(row) }] : []
    })
  }

  const dayOf = async (tx: Tx, campaign: Pick<repo.CampaignRow, 'organisationId' | 'startAt'>): Promise<string> =>
    londonDay((await starts.startsAt(tx, campaign)) ?? now())

  /** Null without a message to charge. */
  async function planned(tx: Tx, campaign: repo.CampaignRow, but: readonly string[]) {
    const { id, organisationId } = campaign
    const day = await dayOf(tx, campaign)
    const charged = await recipients.charged(tx, id, false, but)
    const own = charged.flatMap(({ units, messages }): Charge[] =>
      units === null ? [] : [{ campaignId: id, what: chargedAs(campaign), day, units, messages }],
    )
    if (own.length === 0 || own.length < charged.length) return null
    const others = await chargesOf(tx, organisationId, financialYear(day))
    const budget = await budgetOf(tx, organisationId)
    const bills = computeBills([...others, ...own], budget.freeTextsAYear)
    const bill = bills.get(id)
    return bill && { bill, budget, spentBefore: computePence(sum(bills, ({ tenths }) => tenths) - bill.tenths) }
  }

  const shown = (campaign: repo.CampaignRow, bill: Bill): CampaignDetail['cost'] => ({
    messages: bill.messages,
    units: bill.units,
    free_units: bill.freeUnits,
    postage: campaign.channel === 'sms' ? null : (campaign.postage ?? 'second'),
    pence: computePence(bill.tenths),
    rates_from: bill.ratesFrom,
  })

  return {
    /** Null while being prepared, and without a message to charge. @param but left out at the run */
    async of(
      tx: Tx,
      campaign: repo.CampaignRow,
      but: readonly string[],
    ): Promise<Pick<CampaignDetail, 'cost' | 'budget'>> {
      const { id, organisationId, preparedAt, runAt, sentAt } = campaign
      if (preparedAt === null) return { cost: null, budget: null }
      if (runAt !== null) {
        const days = { from: financialYear(londonDay(runAt)).from, to: financialYear(londonDay(sentAt ?? now())).to }
        const { freeTextsAYear } = await budgetOf(tx, organisationId)
        const bill = computeBills(await chargesOf(tx, organisationId, days), freeTextsAYear).get(id)
        return { cost: bill ? shown(campaign, bill) : null, budget: null }
      }
      const plan = await planned(tx, campaign, but)
      if (!plan) return { cost: null, budget: null }
      const { bill, budget, spentBefore } = plan
      return {
        cost: shown(campaign, bill),
        budget:
          budget.budget_pence === null || phaseOf(standingOf(campaign)) !== 'prepared'
            ? null
            : {
                pence: budget.budget_pence,
                left_pence: budget.budget_pence - spentBefore,
                may_go_over: budget.over_budget === 'sender',
              },
      }
    },

    /**
     * Locks the organisation's budget for the transaction, so that campaigns are checked one by one.
     * @returns whether it goes over budget
     * @throws Fault 409 when it does but may not
     */
    async requireWithinBudget(tx: Tx, campaign: repo.CampaignRow, mayGoOver: boolean): Promise<boolean> {
      const { budget_pence: pence, over_budget: over } = await budgetOf(tx, campaign.organisationId, true)
      if (pence === null) return false
      const plan = await planned(tx, campaign, [])
      if (!plan) return false
      const cost = computePence(plan.bill.tenths)
      if (plan.spentBefore + cost <= pence) return false
      if (over === 'sender' && mayGoOver) return true
      const left = `This campaign costs ${inPounds(cost)}, and ${inPounds(Math.max(0, pence - plan.spentBefore))} of the budget of ${inPounds(pence)} is left.`
      throw conflict(
        over === 'sender'
          ? `${left} Say that it may go over the budget to send it.`
          : `${left} An administrator of the organisation can raise the budget in Settings, under What messages cost.`,
        'over_budget',
      )
    },

    async spending(tx: Tx, organisationId: string): Promise<Spending> {
      const year = financialYear(londonDay(now()))
      const { freeTextsAYear, ...budget } = await budgetOf(tx, organisationId)
      const bills = computeBills(await chargesOf(tx, organisationId, year), freeTextsAYear)
      return {
        ...budget,
        year_from: year.from,
        spent_pence: computePence(sum(bills, ({ tenths }) => tenths)),
        free_texts_a_year: freeTextsAYear,
        free_texts_left: freeTextsAYear - sum(bills, ({ freeUnits }) => freeUnits),
      }
    },

    usualPostage: async (tx: Tx, organisationId: string) => (await budgetOf(tx, organisationId)).postage,
  }
}

const sum = (bills: ReadonlyMap<number, Bill>, of: (bill: Bill) => number): number =>
  [...bills.values()].reduce((total, bill) => total + of(bill), 0)
