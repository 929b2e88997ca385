import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { simulatedMessages } from '../../db/schema'

/** A message that the simulator took. */
export type SimulatedMessage = typeof simulatedMessages.$inferSelect

/** Where the simulator keeps what it was sent: in the product's records, or (tests) with a simulator of its own. */
export interface Ledger {
  add(message: SimulatedMessage): Promise<void>
  find(id: string): Promise<SimulatedMessage | undefined>
  /** The newest first, as Notify lists them. */
  withReference(reference: string): Promise<SimulatedMessage[]>
  /** Messages whose fate nobody has been told yet, the oldest first. */
  underWay(limit: number): Promise<SimulatedMessage[]>
  settle(messages: readonly { readonly id: string; readonly status: string }[]): Promise<void>
}

/** Statuses that a message does not keep. */
export const PASSING_STATUSES = ['sending', 'pending-virus-check'] as const

/** Notify keeps messages for a week. */
const KEPT = sql`now() - interval '7 days'`

/** The ledger in the records: it outlives the server, or nobody would be found again after a crash. */
export function databaseLedger({ asSystem, oneAsSystem }: Pick<Database, 'asSystem' | 'oneAsSystem'>): Ledger {
  return {
    add: (message) =>
      oneAsSystem(async (tx) => {
        await tx.insert(simulatedMessages).values(message)
      }),
    find: (id) =>
      oneAsSystem(async (tx) => {
        const [found] = await tx.select().from(simulatedMessages).where(eq(simulatedMessages.id, id))
        return found
      }),
    withReference: (reference) =>
      oneAsSystem((tx) =>
        tx
          .select()
          .from(simulatedMessages)
          .where(eq(simulatedMessages.reference, reference))
          .orderBy(desc(simulatedMessages.createdAt)),
      ),
    underWay: (limit) =>
      asSystem(async (tx) => {
        const found = await tx
          .select()
          .from(simulatedMessages)
          .where(inArray(simulatedMessages.status, [...PASSING_STATUSES]))
          .orderBy(asc(simulatedMessages.createdAt))
          .limit(limit)
        if (found.length === 0) {
          const isOver = and(lt(simulatedMessages.createdAt, KEPT))
          await tx.delete(simulatedMessages).where(isOver)
        }
        return found
      }),
    settle: (messages) =>
      oneAsSystem(async (tx) => {
        const column = (value: (message: (typeof messages)[number]) => string) => sql.param(messages.map(value))
        await tx.execute(sql`
          update ${simulatedMessages} set status = settled.status
          from unnest(${column(({ id }) => id)}::uuid[], ${column(({ status }) => status)}::text[]) as settled (id, status)
          where ${simulatedMessages.id} = settled.id`)
      }),
  }
}
