import type { FastifyInstance } from 'fastify'
import type { Services } from './services'

/** Milliseconds. */
const PATIENCE = {
  /** Cuts off what is still running, such as an upload: nothing is left half done. */
  requests: 15_000,
  /** Then it exits, which the records survive. */
  everything: 25_000,
}

/** Stops in order on SIGTERM or SIGINT; a second signal exits at once. Lost records exit with 1, to be restarted. */
export function stopWhenTold(app: FastifyInstance, services: Pick<Services, 'close' | 'database'>): void {
  const state = { stopping: false }
  const stop = async (end: () => Promise<number>) => {
    if (state.stopping) process.exit(1)
    state.stopping = true
    setTimeout(() => process.exit(1), PATIENCE.everything).unref()
    const cutOff = setTimeout(() => {
      app.log.warn('Requests that had not ended were cut off')
      app.server.closeAllConnections()
    }, PATIENCE.requests)
    try {
      await app.close()
      clearTimeout(cutOff)
      process.exit(await end())
    } catch (error) {
      app.log.error({ err: error }, 'Stopping failed')
      process.exit(1)
    }
  }
  const onSignal = (signal: NodeJS.Signals) => {
    app.log.info(`Stopping on ${signal}`)
    void stop(() => services.close().then(() => 0))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  void services.database.lost.then((fault) => {
    if (state.stopping) return
    app.log.fatal({ err: fault.cause }, fault.message)
    return stop(async () => 1)
  })
}
