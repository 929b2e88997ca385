/** A token bucket per Notify account, in the database because servers share it (docs/product.md#delivery). */
import type { Channel } from '#contract/households/channels'
import type { Database } from '../../../db/database'
import type { Clock } from '../../../db/time'
import type { AccountLimits } from '../notify-accounts/service'
import * as repo from './repo'

export interface SendingLimits {
  readonly perMinute: number
  /** After a pause; counts towards the minute. */
  readonly burst: number
  readonly textsADay: number
  readonly lettersADay: number
}

/** Below Notify's 3,000: requests may bunch up on the way. */
export const NOTIFY_LIMITS: SendingLimits = { perMinute: 2_960, burst: 45, textsADay: 250_000, lettersADay: 20_000 }

/** The organisation's limits replace Notify's. */
export function applyAccountLimits({ messagesAMinute, textsADay, lettersADay }: AccountLimits): SendingLimits {
  const perMinute = messagesAMinute ?? NOTIFY_LIMITS.perMinute
  return {
    perMinute,
    burst: Math.min(NOTIFY_LIMITS.burst, Math.floor(perMinute / 4)),
    textsADay: textsADay ?? NOTIFY_LIMITS.textsADay,
    lettersADay: lettersADay ?? NOTIFY_LIMITS.lettersADay,
  }
}

export type Allowed =
  | { readonly kind: 'granted'; readonly messages: number }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'tomorrow'; readonly milliseconds: number }

/** Shared by organisations without an account of their own. */
export const SHARED_ACCOUNT = 'notify'
const DAY_MS = 24 * 60 * 60 * 1000

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** The limiter of a Notify account. */
export function createRateLimiter(
  { database, clock, account = SHARED_ACCOUNT }: { database: Database; clock: Clock; account?: string },
  limits: SendingLimits,
) {
  const perMillisecond = (limits.perMinute - limits.burst) / 60_000
  const column = (channel: Channel) => (channel === 'sms' ? 'texts' : 'letters')
  const dailyLimit = (channel: Channel) => (channel === 'sms' ? limits.textsADay : limits.lettersADay)

  const withAllowance = <T>(
    work: (row: repo.AllowanceRow, now: Date, save: (row: repo.AllowanceRow) => Promise<void>) => Promise<T>,
  ) =>
    database.asSystem(async (tx) => {
      const now = await clock.now(tx)
      const day = now.toISOString().slice(0, 10)
      const none = { texts: 0, letters: 0, textsFrom: null, textsFromVersion: null }
      const fresh = { provider: account, tokens: limits.burst, refilledAt: now, day, ...none }
      const row = await repo.lockAllowance(tx, fresh)
      const passed = Math.max(0, now.getTime() - row.refilledAt.getTime())
      const current = {
        ...row,
        tokens: Math.min(limits.burst, row.tokens + passed * perMillisecond),
        refilledAt: now,
        ...(row.day < day ? { day, texts: 0, letters: 0 } : {}),
      }
      if (row.refilledAt > now) await repo.saveAllowance(tx, current)
      return work(current, now, (changed) => repo.saveAllowance(tx, changed))
    })

  return {
    /** Up to `wanted`, within today's limit. */
    take: (channel: Channel, wanted: number): Promise<Allowed> =>
      withAllowance(async (row, now, save): Promise<Allowed> => {
        const left = Math.min(wanted, dailyLimit(channel) - row[column(channel)])
        if (left <= 0) return { kind: 'tomorrow', milliseconds: DAY_MS - (now.getTime() % DAY_MS) }
        const messages = Math.min(left, limits.burst)
        if (row.tokens < messages) {
          return { kind: 'wait', milliseconds: Math.ceil((messages - row.tokens) / perMillisecond) }
        }
        await save({ ...row, tokens: row.tokens - messages, [column(channel)]: row[column(channel)] + messages })
        return { kind: 'granted', messages }
      }),

    /** `unused` were never tried. */
    release: (channel: Channel, { unused, notTaken }: { unused: number; notTaken: number }): Promise<void> =>
      withAllowance((row, _now, save) =>
        save({
          ...row,
          tokens: Math.min(limits.burst, row.tokens + unused),
          [column(channel)]: Math.max(0, row[column(channel)] - unused - notTaken),
        }),
      ),

    /** When Notify says so; others may use the account. */
    endDay: (channel: Channel): Promise<void> =>
      withAllowance((row, _now, save) => save({ ...row, [column(channel)]: dailyLimit(channel) })),
  }
}
