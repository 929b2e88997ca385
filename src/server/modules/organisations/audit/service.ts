/** Immutable, and names only the actor (docs/product.md#audit-log). */
import { sql } from 'drizzle-orm'
import { AUDIT_PAGE_SIZE, type AuditedAction, type AuditEntry, type AuditFilter } from '#contract/organisations/audit'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { readInPages } from '../../../db/rows'
import type { Person } from '../../../http/person'
import { createSecrets } from '../../../lib/secrets'
import { createChainSigning, describeEntry, lockChainEnd, type ChainEnd, type Macs } from './chain'
import * as chainRepo from './chainRepo'
import * as repo from './repo'
import { createChainVerification } from './verifyChain'
import type { Witness } from './witness'
export type Actor = Pick<Person, 'organisationId' | 'email'> & { readonly actor: { readonly role: string } }

export const COMMAND_LINE = { email: 'command line', actor: { role: 'Operator' } } as const satisfies Omit<
  Actor,
  'organisationId'
>

const BATCH = 2_000

type Chain = Omit<ReturnType<typeof createChainSigning>, 'seal'> & ReturnType<typeof createChainVerification>

/** Whether the reader may not know campaigns' household counts. */
export type IsCountHidden = (organisationId: string) => Promise<boolean>

export interface AuditService extends Chain {
  readonly seal: () => Promise<void>
  /** Keeps signatures outside the records. Register before the first night. */
  tellWitnesses(listener: (witness: Witness) => void): void
  at(clock: () => Date): AuditService
  recordIn(tx: Tx, person: Actor, action: AuditedAction, subject: string, quantity?: number): Promise<void>
  record(person: Actor, action: AuditedAction, subject: string, quantity?: number): Promise<void>
  /** By the command line, in every organisation's log. */
  recordEverywhere(tx: Tx, action: AuditedAction, subject: string): Promise<void>
  ofLastHour(tx: Tx, person: Actor, action: AuditedAction): Promise<number>
  readonly activeUsers: typeof repo.activeUsers
  readonly entriesAbout: typeof repo.entriesAbout
  headOf(tx: Tx, organisationId: string): Promise<ChainEnd>
  page(
    filter: AuditFilter,
    page: number,
    isCountHidden: IsCountHidden,
  ): Promise<{ entries: AuditEntry[]; total: number }>
  export(person: Person, filter: AuditFilter, isCountHidden: IsCountHidden): Promise<AsyncGenerator<AuditEntry[]>>
}

const UNKEYED_MACS = createSecrets({ secretKeys: [], dataFolder: '', databaseUrl: 'none' })

/** @param deps.now replaces the database's clock */
export function createAuditService(deps: { database: Database; secrets?: Macs; now?: () => Date }): AuditService {
  const { database, secrets = UNKEYED_MACS, now } = deps
  const { seal, deleteBefore } = createChainSigning({ database, secrets })
  const listeners: ((witness: Witness) => void)[] = []
  const recordIn = async (
    tx: Tx,
    person: Actor,
    action: AuditedAction,
    subject: string,
    quantity?: number,
  ): Promise<void> => {
    const { organisationId } = person
    const head = await lockChainEnd(tx, secrets, organisationId)
    const entry = {
      organisationId,
      actorEmail: person.email,
      actorRole: person.actor.role,
      action,
      subject,
      quantity: quantity ?? null,
      at: now?.() ?? head.now,
      position: head.position + 1,
    }
    const hash = secrets.mac(describeEntry(entry, head.hash))
    await chainRepo.addEntry(tx, { ...entry, hash })
  }
  const record = (person: Actor, action: AuditedAction, subject: string, quantity?: number): Promise<void> =>
    database.forOrganisation(person.organisationId, (tx) => recordIn(tx, person, action, subject, quantity))

  const reading = <T>(work: (tx: Tx) => Promise<T>) =>
    database.asSystem(async (tx) => {
      await tx.execute(sql`set transaction read only`)
      return work(tx)
    })

  async function* all(filter: AuditFilter, lastId: number, isCountHidden: IsCountHidden): AsyncGenerator<AuditEntry[]> {
    const batches = readInPages<Entry>((last) =>
      reading((tx) => repo.entriesBetween(tx, filter, last?.id ?? 0, lastId, BATCH)),
    )
    for await (const entries of batches) yield await asShown(entries, isCountHidden)
  }

  return {
    ...createChainVerification({ database, secrets }),
    deleteBefore,
    async seal() {
      for (const witness of await seal()) for (const tell of listeners) tell(witness)
    },
    tellWitnesses: (listener) => void listeners.push(listener),
    at: (clock: () => Date): AuditService => createAuditService({ ...deps, now: clock }),
    recordIn,
    /** By the real actor. @param subject an id or a few words, never personal data */
    record,
    async recordEverywhere(tx, action, subject) {
      for (const { id } of await chainRepo.allOrganisations(tx))
        await recordIn(tx, { organisationId: id, ...COMMAND_LINE }, action, subject)
    },
    ofLastHour: (tx, { organisationId, email }, action) => repo.ofLastHour(tx, organisationId, email, action),
    activeUsers: repo.activeUsers,
    entriesAbout: repo.entriesAbout,
    headOf: (tx, organisationId) => lockChainEnd(tx, secrets, organisationId),
    /** Newest first. @param page from 1 */
    async page(filter, page, isCountHidden) {
      const found = await reading(async (tx) => ({
        entries: await repo.page(tx, filter, AUDIT_PAGE_SIZE, (page - 1) * AUDIT_PAGE_SIZE),
        total: (await repo.totals(tx, filter)).total,
      }))
      return { ...found, entries: await asShown(found.entries, isCountHidden) }
    },
    async export(person, filter, isCountHidden) {
      const { total, lastId } = await reading((tx) => repo.totals(tx, filter))
      await record(person, 'export', 'audit log', total)
      return all(filter, lastId, isCountHidden)
    },
  }
}

type Entry = Awaited<ReturnType<typeof repo.page>>[number]

/** May count a campaign's households. */
const COUNTS_OF_CAMPAIGNS: readonly string[] = [
  'campaign',
  'review',
  'run',
  'left_out',
  'hold_out_released',
  'export',
] satisfies AuditedAction[]

async function asShown(entries: readonly Entry[], isCountHidden: IsCountHidden): Promise<AuditEntry[]> {
  const hiding = new Map<string, boolean>()
  for (const { organisationId } of entries)
    if (!hiding.has(organisationId)) hiding.set(organisationId, await isCountHidden(organisationId))
  return entries.map(({ organisationId, ...entry }) => ({
    ...entry,
    at: entry.at.toISOString(),
    quantity: hiding.get(organisationId) && COUNTS_OF_CAMPAIGNS.includes(entry.action) ? null : entry.quantity,
  }))
}
