import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { computeBills, financialYear, inPounds, computePence, type Bill } from '#contract/campaigns/notifyRates'
import type { Spending } from '#contract/campaigns/messageCosts'
import { londonDay } from '#contract/days'
import type { Tx } from '../../../db/engine'
import { conflict } from '../../../http/faults'
import { listCharges, planBill, readBudget, sumBills, type ChargesDependencies } from './charges'
import type { CampaignRow } from './repo'
import { findPhase } from './moves'

export type Costs = ReturnType<typeof createCosts>

/** Computes costs. */
export const createCosts = (deps: ChargesDependencies) => ({
  /** @param but left out at the run. @returns null while being prepared, and without a message to charge */
  async present(
    tx: Tx,
    campaign: CampaignRow,
    but: readonly string[],
  ): Promise<Pick<CampaignDetail, 'cost' | 'budget'>> {
    if (campaign.preparedAt === null) return { cost: null, budget: null }
    return campaign.runAt === null ? presentPlan(deps, tx, campaign, but) : presentSpent(deps, tx, campaign)
  },

  /**
   * Locks the budget, so that campaigns are checked one by one.
   * @param by.isRounded whether exact costs are hidden from the sender's role
   * @returns whether it goes over budget
   * @throws Fault 409 when it may not
   */
  async requireWithinBudget(
    tx: Tx,
    campaign: CampaignRow,
    { mayGoOver, isRounded }: { readonly mayGoOver: boolean; readonly isRounded: boolean },
  ): Promise<boolean> {
    const { budget_pence: pence, over_budget: over } = await readBudget(deps, tx, campaign.organisationId, true)
    if (pence === null) return false
    const plan = await planBill(deps, tx, campaign, [])
    if (!plan) return false
    const cost = computePence(plan.bill.tenths)
    if (plan.spentBefore + cost <= pence) return false
    if (over === 'sender' && mayGoOver) return true
    const left = isRounded
      ? 'This campaign costs more than is left of the budget.'
      : `This campaign costs ${inPounds(cost)}, and ${inPounds(Math.max(0, pence - plan.spentBefore))} of the budget of ${inPounds(pence)} is left.`
    throw conflict(
      over === 'sender'
        ? `${left} Say that it may go over the budget to send it.`
        : `${left} An administrator of the organisation can raise the budget in Settings, under Messages.`,
      'over_budget',
    )
  },

  async readSpending(tx: Tx, organisationId: string): Promise<Spending> {
    const year = financialYear(londonDay(deps.now()))
    const { freeTextsAYear, ...budget } = await readBudget(deps, tx, organisationId)
    const bills = computeBills(await listCharges(deps, tx, organisationId, year), freeTextsAYear)
    return {
      ...budget,
      year_from: year.from,
      spent_pence: computePence(sumBills(bills, ({ tenths }) => tenths)),
      free_texts_a_year: freeTextsAYear,
      is_rounded: false,
      free_texts_left: freeTextsAYear - sumBills(bills, ({ freeUnits }) => freeUnits),
    }
  },

  /** London days, inclusive, and a year's free texts. */
  readCharges: async (tx: Tx, organisationId: string, days: { readonly from: string; readonly to: string }) => ({
    charges: await listCharges(deps, tx, organisationId, days),
    freeTextsAYear: (await readBudget(deps, tx, organisationId)).freeTextsAYear,
  }),

  findUsualPostage: async (tx: Tx, organisationId: string) => (await readBudget(deps, tx, organisationId)).postage,
})

async function presentSpent(deps: ChargesDependencies, tx: Tx, campaign: CampaignRow) {
  const { id, organisationId, runAt, sentAt } = campaign
  const days = {
    from: financialYear(londonDay(runAt ?? deps.now())).from,
    to: financialYear(londonDay(sentAt ?? deps.now())).to,
  }
  const { freeTextsAYear } = await readBudget(deps, tx, organisationId)
  const bill = computeBills(await listCharges(deps, tx, organisationId, days), freeTextsAYear).get(id)
  return { cost: bill ? presentBill(campaign, bill) : null, budget: null }
}

async function presentPlan(
  deps: ChargesDependencies,
  tx: Tx,
  campaign: CampaignRow,
  but: readonly string[],
): Promise<Pick<CampaignDetail, 'cost' | 'budget'>> {
  const plan = await planBill(deps, tx, campaign, but)
  if (!plan) return { cost: null, budget: null }
  const { bill, budget, spentBefore } = plan
  const { budget_pence: pence } = budget
  return {
    cost: presentBill(campaign, bill),
    budget:
      pence === null || findPhase(campaign) !== 'prepared'
        ? null
        : { pence, left_pence: pence - spentBefore, may_go_over: budget.over_budget === 'sender' },
  }
}

const presentBill = (campaign: CampaignRow, bill: Bill): CampaignDetail['cost'] => ({
  messages: bill.messages,
  units: bill.units,
  free_units: bill.freeUnits,
  postage: campaign.channel === 'sms' ? null : (campaign.postage ?? 'second'),
  pence: computePence(bill.tenths),
  rates_from: bill.ratesFrom,
})
