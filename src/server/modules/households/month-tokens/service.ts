/** docs/product.md#months-from-a-job */
import { HANDOVER_PATH, MAX_TOKENS, type MonthTokens, type TokenLife } from '#contract/households/monthTokens'
import type { Config } from '../../../config'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Actor, AuditService } from '../../organisations/audit/service'
import { computeHash, newId } from '../../organisations/sessions/service'
import * as repo from './repo'

/** Lets secret scanners find one in code and logs. */
const PREFIX = 'doorstep_month_'

/** As the audit log names it. */
export interface TokenHolder extends Actor {
  readonly tokenId: string
}

export type MonthTokensService = ReturnType<typeof createMonthTokensService>

/** Tokens hand over an organisation's months and do nothing else. */
export function createMonthTokensService(deps: {
  readonly database: Database
  readonly audit: AuditService
  readonly config: Pick<Config, 'publicUrl'>
}) {
  const { database, audit, config } = deps
  const address = config.publicUrl + HANDOVER_PATH
  const change = <More extends object>(person: Person, work: (tx: Tx) => Promise<More>) =>
    database.forOrganisation(person.organisationId, async (tx) => ({
      ...(await work(tx)),
      ...(await read(tx, address)),
    }))

  return {
    list: ({ organisationId }: Person): Promise<MonthTokens> =>
      database.forOrganisation(organisationId, (tx) => read(tx, address)),

    /** @throws Fault 409 when there are too many */
    make: (person: Person, name: string, days: TokenLife): Promise<MonthTokens & { token: string }> =>
      change(person, async (tx) => {
        if ((await repo.countAll(tx)) >= MAX_TOKENS)
          throw conflict(`There are ${MAX_TOKENS} tokens already. Revoke one that is not used any more.`)
        const token = PREFIX + newId()
        const { organisationId, userId: madeBy } = person
        await repo.add(tx, { organisationId, name, tokenHash: computeHash(token), madeBy }, days)
        await audit.recordIn(tx, person, 'month_token', `made “${name}”, good for ${days} days`)
        return { token }
      }),

    /** @throws Fault 404 */
    revoke: (person: Person, id: string): Promise<MonthTokens> =>
      change(person, async (tx) => {
        const name = await repo.remove(tx, id)
        if (name === undefined) throw notFound('There is no such token any more.')
        await audit.recordIn(tx, person, 'month_token', `revoked “${name}”`)
        return {}
      }),

    setPublishing: (person: Person, publishesByItself: boolean): Promise<MonthTokens> =>
      change(person, async (tx) => {
        if ((await repo.publishesByItself(tx)) === publishesByItself) return {}
        await repo.setPublishing(tx, { organisationId: person.organisationId, publishesByItself })
        const words = `months from tokens ${publishesByItself ? 'are published' : 'are not published'} by themselves`
        await audit.recordIn(tx, person, 'month_token', words)
        return {}
      }),

    /** Undefined without a token, and for one unknown, revoked or expired. */
    async authenticate(authorization: string | undefined): Promise<TokenHolder | undefined> {
      const [, token] = /^Bearer (doorstep_month_[\w-]{43})$/.exec(authorization ?? '') ?? []
      if (token === undefined) return undefined
      const found = await database.asSystemWithoutTransaction((tx) => repo.use(tx, computeHash(token)))
      return found && makeHolder(found)
    },

    /** The token, while it is good and the organisation wants it. */
    async findPublisher(tx: Tx, tokenId: string): Promise<TokenHolder | undefined> {
      const found = (await repo.publishesByItself(tx)) ? await repo.findGood(tx, tokenId) : undefined
      return found && makeHolder(found)
    },

    /** After a restore: one revoked since would be good again. */
    revokeAll: (tx: Tx): Promise<unknown> => repo.removeAll(tx),
  }
}

const makeHolder = ({ name, ...token }: { tokenId: string; organisationId: string; name: string }): TokenHolder => ({
  ...token,
  email: `token “${name}”`,
  actor: { role: 'Token' },
})

async function read(tx: Tx, address: string): Promise<MonthTokens> {
  const tokens = await repo.list(tx)
  return {
    tokens: tokens.map(({ row, isGood, madeBy }) => ({
      id: row.id,
      name: row.name,
      made_at: row.madeAt.toISOString(),
      made_by: madeBy,
      expires_at: row.expiresAt.toISOString(),
      is_expired: !isGood,
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
    })),
    publishes_by_itself: await repo.publishesByItself(tx),
    address,
  }
}
