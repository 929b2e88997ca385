/** Immutable, and names only the actor (docs/product.md#audit-log). Read in read-only transactions. */
import { sql } from 'drizzle-orm'
import { AUDIT_PAGE_SIZE, type AuditedAction, type AuditEntry, type AuditFilter } from '#contract/audit'
import type { Database, Tx } from '../../db/database'
import { pagesOf } from '../../db/rows'
import type { Person } from '../../person'
import * as repo from './repo'

export type { AuditedAction } from '#contract/audit'

export type Actor = Pick<Person, 'organisationId' | 'email'> & { readonly actor: { readonly role: string } }

export const COMMAND_LINE = { email: 'command line', actor: { role: 'Operator' } } as const satisfies Omit<
  Actor,
  'organisationId'
>

export interface AuditService {
  /** By the real actor. @param subject an id or a few words, never personal data */
  record(person: Actor, action: AuditedAction, subject: string, quantity?: number): Promise<void>
  /** In the transaction of the change itself. */
  recordIn(tx: Tx, person: Actor, action: AuditedAction, subject: string, quantity?: number): Promise<void>
  activeUsers: typeof repo.activeUsers
  /** Newest first. @param page from 1 */
  page(filter: AuditFilter, page: number): Promise<{ entries: AuditEntry[]; total: number }>
  /** Oldest first; audited. */
  export(person: Person, filter: AuditFilter): Promise<AsyncGenerator<AuditEntry[]>>
}

const STRETCH = 2_000

/**
 * Creates the log.
 * @param deps.now replaces the database's clock
 */
export function createAuditService({ database, now }: { database: Database; now?: () => Date }): AuditService {
  const recordIn: AuditService['recordIn'] = async (tx, person, action, subject, quantity) => {
    await repo.insert(tx, {
      organisationId: person.organisationId,
      actorEmail: person.email,
      actorRole: person.actor.role,
      action,
      subject,
      quantity: quantity ?? null,
      ...(now ? { at: now() } : {}),
    })
  }
  const record: AuditService['record'] = (person, ...entry) =>
    database.forOrganisation(person.organisationId, (tx) => recordIn(tx, person, ...entry))

  const reading = <T>(work: (tx: Tx) => Promise<T>) =>
    database.asSystem(async (tx) => {
      await tx.execute(sql`set transaction read only`)
      return work(tx)
    })

  async function* all(filter: AuditFilter, lastId: number): AsyncGenerator<AuditEntry[]> {
    const stretches = pagesOf<Entry>((last) =>
      reading((tx) => repo.stretch(tx, filter, last?.id ?? 0, lastId, STRETCH)),
    )
    for await (const entries of stretches) yield entries.map(asWire)
  }

  return {
    recordIn,
    record,
    activeUsers: repo.activeUsers,
    page: (filter, page) =>
      reading(async (tx) => ({
        entries: (await repo.page(tx, filter, AUDIT_PAGE_SIZE, (page - 1) * AUDIT_PAGE_SIZE)).map(asWire),
        total: (await repo.totals(tx, filter)).total,
      })),
    async export(person, filter) {
      const { total, lastId } = await reading((tx) => repo.totals(tx, filter))
      await record(person, 'export', 'audit log', total)
      return all(filter, lastId)
    },
  }
}

type Entry = Awaited<ReturnType<typeof repo.page>>[number]

const asWire = (entry: Entry): AuditEntry => ({ ...entry, at: entry.at.toISOString() })
