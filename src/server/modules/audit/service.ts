/**
 * Policy (docs/product.md#audit-log). Written with the organisation's own rights, which allow adding and reading
 * only. It holds no personal data but who acted. Super administrators of the provider read it over all organisations,
 * in transactions that cannot write; whoever takes a copy of it stands in it.
 */
import { sql } from 'drizzle-orm'
import { AUDIT_PAGE_SIZE, type AuditedAction, type AuditEntry, type AuditFilter } from '#contract/audit'
import type { Database, Tx } from '../../db/database'
import { pagesOf } from '../../db/rows'
import type { Person } from '../../person'
import * as repo from './repo'

export type { AuditedAction } from '#contract/audit'

/** Who did it: a person, or whoever works on the server's command line. */
export type Actor = Pick<Person, 'organisationId' | 'email'> & { readonly actor: { readonly role: string } }

/** Whoever has the server: it does not know their name. */
export const COMMAND_LINE = { email: 'command line', actor: { role: 'Operator' } } as const satisfies Omit<
  Actor,
  'organisationId'
>

export interface AuditService {
  /**
   * Records what somebody did. The actor is who they really are, also while viewing as another.
   * @param subject what it was done to, in a few words or an id; never personal data.
   * @param quantity how many, e.g. the households in an export.
   */
  record(person: Actor, action: AuditedAction, subject: string, quantity?: number): Promise<void>
  /** {@link record} as part of the change itself: both are kept, or neither. */
  recordIn(tx: Tx, person: Actor, action: AuditedAction, subject: string, quantity?: number): Promise<void>
  /** How many of the organisation's people signed in: by month (yyyy-mm), and in all. */
  activeUsers: typeof repo.activeUsers
  /** The entries of every organisation that match, newest first. @param page from 1. */
  page(filter: AuditFilter, page: number): Promise<{ entries: AuditEntry[]; total: number }>
  /** All that match when it is called, oldest first, some at a time. Recorded. */
  export(person: Person, filter: AuditFilter): Promise<AsyncGenerator<AuditEntry[]>>
}

/** Entries read at once for an export. */
const STRETCH = 2_000

/** @param deps.now the time of entries; the records' own present where it is left out. */
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
