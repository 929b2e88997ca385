/** A sender for each account of GOV.UK Notify, because it remembers whether Notify answers. */
import type { NotifyAccountsService } from '../notify-accounts/service'
import { applyAccountLimits } from './rateLimiter'
import { createSender, type Sender, type SenderDependencies, type SenderOptions } from './sender'

export interface AccountSender extends Pick<SenderDependencies, 'notify' | 'serviceName'> {
  /** Of the account's settings. */
  readonly version: string
  readonly sender: Sender
}

export interface SendersDependencies extends SenderDependencies {
  /** Without it every organisation sends through the shared account. */
  readonly accounts?: Pick<NotifyAccountsService, 'account'> | undefined
  readonly sender?: SenderOptions | undefined
}

/** @returns finds an organisation's sender: its own account's, or the shared one */
export function createSenders(deps: SendersDependencies): (organisationId: string) => Promise<AccountSender> {
  const { database, campaigns, recipients, letters, notify, serviceName, accounts, sender: options = {} } = deps
  const shared = { database, campaigns, recipients, letters }
  const open = (
    version: string,
    account: Pick<SenderDependencies, 'notify' | 'serviceName'>,
    options: SenderOptions,
  ): AccountSender => ({ version, ...account, sender: createSender({ ...shared, ...account }, options) })

  const general = open('', { notify, serviceName }, options)
  const own = new Map<string, AccountSender>()

  return async (organisationId) => {
    const account = await accounts?.account(organisationId)
    if (!account) return general
    const kept = own.get(organisationId)
    if (kept?.version === account.version) return kept
    const ownOptions = { ...options, account: organisationId, limits: applyAccountLimits(account.limits) }
    const made = open(account.version, { notify: account.notify, serviceName: account.serviceName }, ownOptions)
    own.set(organisationId, made)
    return made
  }
}
