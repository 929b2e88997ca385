/** A server's workers in a process of their own, for the test that kills it: says how many recipients are prepared, again and again. */
import { setTimeout } from 'node:timers/promises'
import { sum } from 'drizzle-orm'
import { readConfig } from '../../src/server/config'
import { campaigns } from '../../src/server/db/schema'
import { createServices } from '../../src/server/services'

const services = await createServices(readConfig(process.env))
await services.queue.start()
for (;;) {
  const [row] = await services.database.asSystem((tx) =>
    tx.select({ prepared: sum(campaigns.preparedCount) }).from(campaigns),
  )
  process.send?.(Number(row?.prepared))
  await setTimeout(5)
}
