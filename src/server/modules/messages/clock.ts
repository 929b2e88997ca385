import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../db/database'

/** Time as sending knows it; tests have their own. */
export interface Clock {
  /** The time of the records, which is the same for every server. */
  now(tx: Tx): Promise<Date>
  wait(milliseconds: number): Promise<void>
}

const timeSchema = z.object({ rows: z.array(z.object({ now: z.coerce.number() })).length(1) })

export const recordsClock: Clock = {
  async now(tx) {
    const result = await tx.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as now`)
    return new Date(timeSchema.parse(result).rows[0]?.now ?? Number.NaN)
  },
  wait: (milliseconds) => setTimeout(milliseconds),
}
