import type { FastifyInstance } from 'fastify'
import type { Services } from './services'

/** After this long, work that does not end is left: the records survive it as they survive a power cut. */
const PATIENCE_MS = 25_000

/**
 * Stops in order on SIGTERM and SIGINT: no new requests, those under way finish, then the workers, then
 * the records. A second signal stops at once.
 */
export function stopOnSignals(app: FastifyInstance, services: Pick<Services, 'close'>): void {
  const state = { stopping: false }
  const stop = async (signal: NodeJS.Signals) => {
    if (state.stopping) process.exit(1)
    state.stopping = true
    app.log.info(`Stopping on ${signal}`)
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    try {
      await app.close()
      await services.close()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'Stopping failed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}
