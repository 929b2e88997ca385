/** docs/product.md#what-messages-cost */
import {
  computeBills,
  financialYear,
  computePence,
  type Bill,
  type Charge,
  type Charged,
} from '#contract/campaigns/notifyRates'
import type { BenefitName } from '#contract/households/benefits'
import { londonDay } from '#contract/days'
import type { Tx } from '../../../db/engine'
import type { Budget } from '../notify-accounts/budget'
import * as chargesRepo from '../recipients/chargesRepo'
import type { CampaignsDependencies } from './dependencies'
import * as repo from './repo'
import type { Starts } from './start'
import { findPhase } from './moves'

export interface ChargesDependencies {
  readonly notifyAccounts: CampaignsDependencies['notifyAccounts']
  readonly starts: Starts
  readonly now: () => Date
}

/** An organisation's budget. */
export const readBudget = (
  { notifyAccounts }: Pick<ChargesDependencies, 'notifyAccounts'>,
  tx: Tx,
  organisationId: string,
  isLocked = false,
): Promise<Budget> => notifyAccounts.budget(tx, organisationId, { isLocked })

export interface CampaignCharge extends Charge {
  readonly benefit: BenefitName
}

/** Charged on London days, inclusive, and still to be sent by then, in order. */
export async function listCharges(
  deps: ChargesDependencies,
  tx: Tx,
  organisationId: string,
  days: { readonly from: string; readonly to: string },
): Promise<CampaignCharge[]> {
  const rows = new Map((await repo.listCampaigns(tx, organisationId)).map((row) => [row.id, row]))
  const running = [...rows.values()].filter((row) => ['sending', 'paused'].includes(findPhase(row)))
  const later = new Map<number, string>()
  for (const row of running) later.set(row.id, await findStartDay(deps, tx, row))
  const sent = await chargesRepo.chargedIn(tx, organisationId, days)
  const waiting = running.length === 0 ? [] : await chargesRepo.chargedLater(tx, [...later.keys()])
  return [
    ...sent,
    ...waiting
      .map((charge) => ({ ...charge, day: later.get(charge.campaignId) ?? days.to }))
      .filter(({ day }) => day <= days.to)
      .toSorted((a, b) => a.day.localeCompare(b.day)),
  ].flatMap((charge) => {
    const row = rows.get(charge.campaignId)
    return row ? [{ ...charge, what: chargedAs(row), benefit: row.benefitName }] : []
  })
}

export interface PlannedBill {
  readonly bill: Bill
  readonly budget: Budget
  /** In its financial year, by other campaigns. */
  readonly spentBefore: number
}

/** What a campaign would cost if it were run now. @param but left out at the run */
export async function planBill(
  deps: ChargesDependencies,
  tx: Tx,
  campaign: repo.CampaignRow,
  but: readonly string[],
): Promise<PlannedBill | null> {
  const { id, organisationId } = campaign
  const day = await findStartDay(deps, tx, campaign)
  const charged = await chargesRepo.charged(tx, id, false, but)
  const own = charged.flatMap(({ units, messages }): Charge[] =>
    units === null ? [] : [{ campaignId: id, what: chargedAs(campaign), day, units, messages }],
  )
  if (own.length === 0 || own.length < charged.length) return null
  const others = await listCharges(deps, tx, organisationId, financialYear(day))
  const budget = await readBudget(deps, tx, organisationId)
  const bills = computeBills([...others, ...own], budget.freeTextsAYear)
  const bill = bills.get(id)
  return bill
    ? { bill, budget, spentBefore: computePence(sumBills(bills, ({ tenths }) => tenths) - bill.tenths) }
    : null
}

/** Adds up a figure of bills. */
export const sumBills = (bills: ReadonlyMap<number, Bill>, figure: (bill: Bill) => number): number =>
  [...bills.values()].reduce((total, bill) => total + figure(bill), 0)

const chargedAs = ({ channel, postage }: Pick<repo.CampaignRow, 'channel' | 'postage'>): Charged =>
  channel === 'sms' ? 'sms' : (postage ?? 'second')

const findStartDay = async (
  { starts, now }: ChargesDependencies,
  tx: Tx,
  campaign: Pick<repo.CampaignRow, 'organisationId' | 'startAt'>,
): Promise<string> => londonDay((await starts.startsAt(tx, campaign)) ?? now())
