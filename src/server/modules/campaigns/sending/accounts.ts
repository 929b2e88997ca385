import type { NotifyClient } from '../../../clients/notify'
import type { Database } from '../../../db/database'
import { recordsClock, type Clock } from '../../../db/time'
import type { NotifyAccountsService } from '../notify-accounts/service'
import * as repo from './repo'
import { noteSender } from './textSender'
import { createBackOff, type BackOff } from './backOff'
import {
  applyAccountLimits,
  createRateLimiter,
  NOTIFY_LIMITS,
  SHARED_ACCOUNT,
  type RateLimiter,
  type SendingLimits,
} from './rateLimiter'

export interface SendingOptions {
  readonly account?: string
  readonly limits?: SendingLimits
  readonly times?: { readonly claimMs: number; readonly callMs: number }
  readonly clock?: Clock
  readonly random?: () => number
}

interface AccountAtNotify {
  readonly notify: NotifyClient | undefined
  readonly serviceName?: string | null | undefined
  readonly version?: string
}

export interface SendingAccount extends Omit<AccountAtNotify, 'version'>, Required<Omit<SendingOptions, 'account'>> {
  readonly rateLimiter: RateLimiter
  readonly backOff: BackOff
  /** Under way in this process: a clock set ahead ends claims early. */
  readonly handing: Set<string>
  /** A name or number; null until a text was taken with these settings. */
  findTextsFrom(): Promise<string | null>
}

export interface AccountsDependencies extends AccountAtNotify {
  readonly database: Database
  /** An organisation without one of its own sends through the shared account. */
  readonly accounts: Pick<NotifyAccountsService, 'account'>
  readonly sender: SendingOptions | undefined
}

/** Notify may record a message seconds after accepting it. */
const TIMES = { claimMs: 30_000, callMs: 10_000 }

/** Opens an account of GOV.UK Notify. */
export function openAccount(database: Database, at: AccountAtNotify, options: SendingOptions = {}): SendingAccount {
  const { account = SHARED_ACCOUNT, limits = NOTIFY_LIMITS } = options
  const { times = TIMES, clock = recordsClock, random = Math.random } = options
  const rateLimiter = createRateLimiter({ database, clock, account }, limits)
  const { notify, serviceName, version = account } = at
  const save = (textsFrom: string) =>
    database.asSystem((tx) => repo.saveTextsFrom(tx, account, { textsFrom, textsFromVersion: version }))
  return {
    ...{ serviceName, limits, times, clock, random, rateLimiter },
    notify: notify && { ...notify, sendText: noteSender((text) => notify.sendText(text), save) },
    findTextsFrom: () => database.asSystemWithoutTransaction((tx) => repo.findTextsFrom(tx, account, version)),
    backOff: createBackOff(random),
    handing: new Set(),
  }
}

/** An organisation's own account, or the shared one. */
export function createAccounts({ database, accounts, sender, ...at }: AccountsDependencies) {
  const shared = openAccount(database, at, sender)
  const own = new Map<string, { readonly version: string; readonly account: SendingAccount }>()

  return async (organisationId: string): Promise<SendingAccount> => {
    const found = await accounts.account(organisationId)
    if (!found) return shared
    const { version } = found
    const kept = own.get(organisationId)
    if (kept?.version === version) return kept.account
    const limits = applyAccountLimits(found.limits)
    const account = openAccount(database, found, { ...sender, account: organisationId, limits })
    own.set(organisationId, { version, account })
    return account
  }
}
