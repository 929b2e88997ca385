/**
 * A server's workers in a process of their own, for tests that kill it: the environment says which records, and
 * SENDING (JSON) with which times and limits it sends.
 */
import { z } from 'zod'
import { readConfig } from '../../../src/server/config'
import { createServices } from '../../../src/server/services'

const sendingSchema = z.object({
  times: z.object({ claimMs: z.number(), callMs: z.number() }),
  limits: z.object({ perMinute: z.number(), burst: z.number(), textsADay: z.number(), lettersADay: z.number() }),
})

const sender = process.env.SENDING === undefined ? undefined : sendingSchema.parse(JSON.parse(process.env.SENDING))
const services = await createServices(readConfig(process.env), undefined, { sender })
await services.queue.start()
process.send?.('started')
