import type { FastifyInstance } from 'fastify'
import type { Services } from './services'

const TIMEOUT_MS = {
  /** Cuts off what still runs, such as an upload: nothing is left half done. */
  requests: 2_000,
  /** Then it exits, which the database survives. */
  everything: 10_000,
}

declare global {
  /** The parent before `.scripts/build-if-stale.mjs` built: it may have gone. */
  var startedBy: number | undefined
}

const parent = globalThis.startedBy ?? process.ppid

/** npm signals its shell, which ends without passing it on. */
function whenNpmEnds(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 250)
  watch.unref()
}

/** Stops in order, within 5 s, on SIGTERM or SIGINT; a second signal exits at once. */
export function stopOnSignals(app: FastifyInstance, services: Pick<Services, 'close' | 'database' | 'queue'>): void {
  const state = { stopping: false }
  const stop = async (end: () => Promise<number>) => {
    if (state.stopping) process.exit(1)
    state.stopping = true
    setTimeout(() => process.exit(1), TIMEOUT_MS.everything).unref()
    const cutOff = setTimeout(() => {
      app.log.warn('Requests that had not ended were cut off')
      app.server.closeAllConnections()
    }, TIMEOUT_MS.requests)
    try {
      await Promise.all([app.close(), services.queue.rest()])
      clearTimeout(cutOff)
      process.exit(await end())
    } catch (error) {
      app.log.error({ err: error }, 'Stopping failed')
      process.exit(1)
    }
  }
  const stopOn = (reason: string) => {
    app.log.info(`Stopping on ${reason}`)
    void stop(() => services.close().then(() => 0))
  }
  process.on('SIGTERM', stopOn)
  process.on('SIGINT', stopOn)
  whenNpmEnds(() => {
    if (!state.stopping) stopOn('the end of npm')
  })
  void services.database.lost.then((fault) => {
    if (state.stopping) return
    app.log.fatal({ err: fault.cause }, fault.message)
    return stop(async () => 1)
  })
}
