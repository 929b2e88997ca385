/** A server's workers in a process of their own, for tests that kill it: the environment says which records. */
import { readConfig } from '../../../src/server/config'
import { createServices } from '../../../src/server/services'

const services = await createServices(readConfig(process.env))
await services.queue.start()
