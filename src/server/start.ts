import type { FastifyInstance } from 'fastify'
import type { Announce } from './announce'
import { buildApp, buildMetrics } from './app'
import { startTracing } from './clients/tracing'
import type { Config } from './config'
import { ensureDemo } from './demo/authorities/ensureDemo'
import { ensureDemoCampaigns } from './demo/campaigns/ensureDemoCampaigns'
import { ensureStarters } from './demo/letters/ensureStarters'
import { requireRecordsKey } from './modules/platform/records-key/service'
import { requireServingLogin } from './db/roles'
import { removeDeadImports } from './modules/households/snapshots/importing/placeSnapshot'
import { createServices, type Services } from './services'
import { requireWritableFolder } from './lib/disk'
import { explainStart } from './lib/explain'
import type { LogStream } from './http/logging'

declare global {
  /** Settles once `.scripts/build-if-stale.mjs` has built the app's files. */
  var appIsBuilt: Promise<void> | undefined
}

interface Options {
  readonly announce: Announce
  readonly isTerminal?: boolean
  readonly logTo?: LogStream
  /** Called before it listens, so that a signal meanwhile stops it in order. */
  readonly onBuilt?: (app: FastifyInstance, services: Services) => void
}

/**
 * Opens everything, makes the demo where it is asked for, and listens.
 * @throws Error that says to the operator what is wrong and what to do; everything is closed again then
 */
export async function startServer(
  config: Config,
  options: Options,
): Promise<{ app: FastifyInstance; services: Services }> {
  try {
    await requireWritableFolder(config.dataFolder)
    const endTracing = config.tracesTo === undefined ? undefined : await startTracing(config.tracesTo)
    const services = await createServices(config)
    try {
      return { app: await listen(services, options, endTracing), services }
    } catch (error) {
      await services.close()
      throw error
    }
  } catch (error) {
    throw new Error(explainStart(error, config), { cause: error })
  }
}

async function listen(
  services: Services,
  { announce, onBuilt, ...logging }: Options,
  endTracing?: () => Promise<void>,
): Promise<FastifyInstance> {
  const { config } = services
  const { executeSql } = services.database
  await requireServingLogin(executeSql)
  await requireRecordsKey(executeSql, services.secrets)
  await removeDeadImports({ ...services, store: services.snapshotStore, dataFolder: config.dataFolder })
  await ensureDemo(services, announce)
  await Promise.all([ensureDemoCampaigns(services, announce), ensureStarters(services)])
  await globalThis.appIsBuilt
  const app = await buildApp(services, logging)
  const metrics = config.metricsPort === undefined ? undefined : buildMetrics(services)
  app.addHook('onClose', () => Promise.all([metrics?.close(), endTracing?.()]))
  try {
    await services.queue.start()
    onBuilt?.(app, services)
    await metrics?.listen({ port: config.metricsPort, host: config.host })
    await app.listen({ port: config.port, host: config.host, listenTextResolver: () => 'Listening' })
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}
