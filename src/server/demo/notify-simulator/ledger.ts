import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { inBatches } from '../../db/batches'
import type { Database } from '../../db/database'
import { simulatedMessages } from '../../db/schema'

export type SimulatedMessage = typeof simulatedMessages.$inferSelect

export interface SimulatorLedger {
  add(message: SimulatedMessage): Promise<void>
  find(id: string): Promise<SimulatedMessage | undefined>
  withReference(reference: string): Promise<SimulatedMessage[]>
  underWay(limit: number): Promise<SimulatedMessage[]>
  settle(messages: readonly { readonly id: string; readonly status: string }[]): Promise<void>
}

export const PASSING_STATUSES = ['sending', 'pending-virus-check'] as const

const TOGETHER = { most: 50, gatherMs: 10 }

const KEPT = sql`now() - interval '7 days'`

/** Forgets messages to erased recipients and of removed organisations. */
export const forgetUnknown = ({ asSystem }: Pick<Database, 'asSystem'>): Promise<unknown> =>
  asSystem((tx) =>
    tx.execute(sql`
      delete from ${simulatedMessages}
      where not exists (select from recipients where recipients.reference::text = ${simulatedMessages.reference})`),
  )

/** Messages must survive a crash. */
export function databaseLedger({
  asSystem,
  asSystemWithoutTransaction,
}: Pick<Database, 'asSystem' | 'asSystemWithoutTransaction'>): SimulatorLedger {
  const add = inBatches<SimulatedMessage, never>(async (messages) => {
    await asSystemWithoutTransaction((tx) => tx.insert(simulatedMessages).values([...messages]))
    return new Map<SimulatedMessage, never>()
  }, TOGETHER)
  return {
    add,
    find: (id) =>
      asSystemWithoutTransaction(async (tx) => {
        const [found] = await tx.select().from(simulatedMessages).where(eq(simulatedMessages.id, id))
        return found
      }),
    withReference: (reference) =>
      asSystemWithoutTransaction((tx) =>
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
      asSystemWithoutTransaction(async (tx) => {
        const column = (value: (message: (typeof messages)[number]) => string) => sql.param(messages.map(value))
        await tx.execute(sql`
          update ${simulatedMessages} set status = settled.status
          from unnest(${column(({ id }) => id)}::uuid[], ${column(({ status }) => status)}::text[]) as settled (id, status)
          where ${simulatedMessages.id} = settled.id`)
      }),
  }
}
