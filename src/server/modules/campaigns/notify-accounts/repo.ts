import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { MessageSettings } from '#contract/campaigns/messageSettings'
import type { MessageBudget } from '#contract/campaigns/messageCosts'
import type { DatabaseEngine, Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { messageBudgets, messageSettings, notifyAccounts } from '../../../db/schema'

export type NotifyAccountRow = typeof notifyAccounts.$inferSelect

/** Undefined without its own. */
export async function findAccount(tx: Tx, organisationId: string): Promise<NotifyAccountRow | undefined> {
  const [found] = await tx.select().from(notifyAccounts).where(eq(notifyAccounts.organisationId, organisationId))
  return found
}

/** Replaces the settings. */
export async function saveAccount(tx: Tx, row: NotifyAccountRow): Promise<void> {
  const { organisationId: _, ...values } = row
  await tx.insert(notifyAccounts).values(row).onConflictDoUpdate({ target: notifyAccounts.organisationId, set: values })
}

/** @returns whether there were any */
export async function removeAccount(tx: Tx, organisationId: string): Promise<boolean> {
  const gone = await tx
    .delete(notifyAccounts)
    .where(eq(notifyAccounts.organisationId, organisationId))
    .returning({ organisationId: notifyAccounts.organisationId })
  return gone.length > 0
}

/** The organisation of a callback token. */
export async function findOrganisationOfToken(tx: Tx, hash: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ organisationId: notifyAccounts.organisationId })
    .from(notifyAccounts)
    .where(eq(notifyAccounts.callbackTokenHash, hash))
  return found?.organisationId
}

/** Every account's key, across organisations. */
export const listKeys = (tx: Tx) =>
  tx.select({ organisationId: notifyAccounts.organisationId, notifyKey: notifyAccounts.notifyKey }).from(notifyAccounts)

const accountRow = z.object({
  organisationId: z.string(),
  notifyKey: z.string(),
  smsTemplateId: z.string(),
})

/** Every account. @param executeSql must bypass row-level security */
export const listAccounts = async (executeSql: DatabaseEngine['executeSql']) =>
  parseRows(
    await executeSql(`
      select organisation_id as "organisationId", notify_key as "notifyKey", sms_template_id as "smsTemplateId"
      from notify_accounts`),
    accountRow,
  )

/** Stores a resealed key. */
export const saveKey = (tx: Tx, organisationId: string, notifyKey: string) =>
  tx.update(notifyAccounts).set({ notifyKey }).where(eq(notifyAccounts.organisationId, organisationId))

/** Undefined until set. */
export async function findMessageSettings(tx: Tx, organisationId: string): Promise<MessageSettings | undefined> {
  const [found] = await tx
    .select({
      languages: messageSettings.languages,
      in_both_languages: messageSettings.inBothLanguages,
      phone: messageSettings.phone,
      return_address: messageSettings.returnAddress,
      privacy_notice: messageSettings.privacyNotice,
      send_from: messageSettings.sendFrom,
      send_until: messageSettings.sendUntil,
      send_on_sundays: messageSettings.sendOnSundays,
    })
    .from(messageSettings)
    .where(eq(messageSettings.organisationId, organisationId))
  return found
}

/** Replaces the settings. */
export async function saveMessageSettings(tx: Tx, organisationId: string, settings: MessageSettings): Promise<void> {
  const values = {
    languages: settings.languages,
    inBothLanguages: settings.in_both_languages,
    phone: settings.phone,
    returnAddress: settings.return_address,
    privacyNotice: settings.privacy_notice,
    sendFrom: settings.send_from,
    sendUntil: settings.send_until,
    sendOnSundays: settings.send_on_sundays,
    changedAt: new Date(),
  }
  await tx
    .insert(messageSettings)
    .values({ organisationId, ...values })
    .onConflictDoUpdate({ target: messageSettings.organisationId, set: values })
}

/** Undefined until set. @param isLocked so that campaigns of the organisation are checked one by one */
export async function findBudget(
  tx: Tx,
  organisationId: string,
  { isLocked = false } = {},
): Promise<MessageBudget | undefined> {
  const query = tx
    .select({
      postage: messageBudgets.postage,
      budget_pence: messageBudgets.budgetPence,
      over_budget: messageBudgets.overBudget,
      free_texts: messageBudgets.freeTexts,
    })
    .from(messageBudgets)
    .where(eq(messageBudgets.organisationId, organisationId))
  const [found] = await (isLocked ? query.for('update') : query)
  return found
}

/** Replaces the budget. */
export async function saveBudget(tx: Tx, organisationId: string, budget: MessageBudget): Promise<void> {
  const values = {
    postage: budget.postage,
    budgetPence: budget.budget_pence,
    overBudget: budget.over_budget,
    freeTexts: budget.free_texts,
    changedAt: new Date(),
  }
  await tx
    .insert(messageBudgets)
    .values({ organisationId, ...values })
    .onConflictDoUpdate({ target: messageBudgets.organisationId, set: values })
}
