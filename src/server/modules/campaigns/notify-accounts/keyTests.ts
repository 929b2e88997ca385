import { EMAIL_PLACEHOLDERS } from '#contract/campaigns/notifyAccounts'
import type { NotifyClient, NotifyEmails } from '../../../clients/notify'
import type { DatabaseEngine } from '../../../db/engine'
import { openAccountClient, type AccountSecrets } from './accountClient'
import * as repo from './repo'

export interface KeyTest {
  readonly works: boolean
  readonly words: string
  /** No answer came, so that nothing is known of the key. */
  readonly isSilent?: boolean
}

/** Asks GOV.UK Notify, without sending. */
export async function testKey(
  notify: (NotifyClient & NotifyEmails) | undefined,
  emailTemplateId: string | null = null,
): Promise<KeyTest> {
  if (!notify) return { works: false, words: 'The key can no longer be read. Write it again.' }
  const checked = await notify.checkTemplate()
  if (checked.kind === 'works' && emailTemplateId !== null) {
    const email = await notify.checkEmailTemplate(emailTemplateId, EMAIL_PLACEHOLDERS)
    if (email.kind === 'template')
      return {
        works: false,
        words:
          'Texts work, but the service has no e-mail template of this id whose only placeholders are ((what)), ((campaign)) and ((link)).',
      }
  }
  switch (checked.kind) {
    case 'works':
      return { works: true, words: 'GOV.UK Notify takes the key and has the template. Nothing was sent.' }
    case 'keyRefused':
      return { works: false, words: `GOV.UK Notify does not take the key: ${checked.words}` }
    case 'template':
      return {
        works: false,
        words: 'The key works, but its service has no text message template of this id whose message is ((message)).',
      }
    case 'silent':
      return { works: false, words: 'GOV.UK Notify did not answer. Try again in a minute.', isSilent: true }
  }
}

/**
 * Tests every organisation's own account, without sending.
 * @param executeSql must bypass row-level security
 * @returns what does not work, by organisation id
 */
export async function testAccounts(
  executeSql: DatabaseEngine['executeSql'],
  opening: AccountSecrets,
): Promise<(KeyTest & { readonly organisationId: string })[]> {
  const rows = await repo.listAccounts(executeSql)
  const all = rows.map(async (row) => ({
    organisationId: row.organisationId,
    ...(await testKey(openAccountClient(row, opening))),
  }))
  return (await Promise.all(all)).filter(({ works }) => !works)
}
