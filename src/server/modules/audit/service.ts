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

const BATCH = 2_000

export type AuditService = ReturnType<typeof createAuditService>

/** Creates the log. @param deps.now replaces the database's clock */
export function createAuditService({ database, now }: { database: Database; now?: () => Date }) {
  const recordIn = async (
    tx: Tx,
    person: Actor,
    action: AuditedAction,
    subject: string,
    quantity?: number,
  ): Promise<void> => {
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
  const record = (person: Actor, action: AuditedAction, subject: string, quantity?: number): Promise<void> =>
    database.forOrganisation(person.organisationId, (tx) => recordIn(tx, person, action, subject, quantity))

  const reading = <T>(work: (tx: Tx) => Promise<T>) =>
    database.asSystem(async (tx) => {
      await tx.execute(sql`set transaction read only`)
      return work(tx)
    })

  async function* all(filter: AuditFilter, lastId: number): AsyncGenerator<AuditEntry[]> {
    const batches = pagesOf<Entry>((last) =>
      reading((tx) => repo.entriesBetween(tx, filter, last?.id ?? 0, lastId, BATCH)),
    )
    for await (const entries of batches) yield entries.map(asWire)
  }

  return {
    /** In the transaction of the change itself. */
    recordIn,
    /** By the real actor. @param subject an id or a few words, never personal data */
    record,
    activeUsers: repo.activeUsers,
    /** Newest first. @param page from 1 */
    page: (filter: AuditFilter, page: number): Promise<{ entries: AuditEntry[]; total: number }> =>
      reading(async (tx) => ({
        entries: (await repo.page(tx, filter, AUDIT_PAGE_SIZE, (page - 1) * AUDIT_PAGE_SIZE)).map(asWire),
        total: (await repo.totals(tx, filter)).total,
      })),
    async export(person: Person, filter: AuditFilter): Promise<AsyncGenerator<AuditEntry[]>> {
      const { total, lastId } = await reading((tx) => repo.totals(tx, filter))
      await record(person, 'export', 'audit log', total)
      return all(filter, lastId)
    },
  }
}

type Entry = Awaited<ReturnType<typeof repo.page>>[number]

const asWire = (entry: Entry): AuditEntry => ({ ...entry, at: entry.at.toISOString() })
