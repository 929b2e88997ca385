import { FREE_TEXTS, inPounds } from '#contract/campaigns/notifyRates'
import type { MessageBudget } from '#contract/campaigns/messageCosts'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Actor, AuditService } from '../../organisations/audit/service'
import * as repo from './repo'

const UNSET: MessageBudget = { postage: 'second', budget_pence: null, over_budget: 'nobody', free_texts: null }

export type Budget = MessageBudget & { readonly freeTextsAYear: number }

/** Message budgets. @param sharesAccount whether others send through the organisation's account */
export function createBudgets({
  database,
  audit,
  sharesAccount,
}: {
  readonly database: Database
  readonly audit: Pick<AuditService, 'recordIn'>
  readonly sharesAccount: (tx: Tx, organisationId: string) => Promise<boolean>
}) {
  return {
    async budget(tx: Tx, organisationId: string, options?: { readonly isLocked: boolean }): Promise<Budget> {
      const budget = (await repo.findBudget(tx, organisationId, options)) ?? UNSET
      // Others may use up a shared account's free texts.
      const usual = (await sharesAccount(tx, organisationId)) ? 0 : FREE_TEXTS
      return { ...budget, freeTextsAYear: budget.free_texts ?? usual }
    },

    setBudget: (by: Actor, budget: MessageBudget): Promise<MessageBudget> =>
      database.forOrganisation(by.organisationId, async (tx) => {
        await repo.saveBudget(tx, by.organisationId, budget)
        const amount = budget.budget_pence === null ? 'none' : inPounds(budget.budget_pence)
        await audit.recordIn(tx, by, 'message_settings', `budget ${amount}, over it: ${budget.over_budget}`)
        return budget
      }),
  }
}
