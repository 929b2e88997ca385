import { announcer, FATAL, greeting, warningAboutNode } from './announce'
import { buildApp } from './app'
import { reachOutBy } from './clients/outbound'
import { startTracing } from './clients/tracing'
import { readConfig, type Config } from './config'
import { ensureDemo } from './demo/authorities/ensureDemo'
import { ensureDemoCampaigns } from './demo/campaigns/ensureDemoCampaigns'
import { ensureStarters } from './demo/letters/ensureStarters'
import { requireRecordsKey } from './modules/platform/records-key/service'
import { requireServingLogin } from './db/roles'
import { removeDeadImports } from './modules/households/snapshots/importing/placeSnapshot'
import { createServices } from './services'
import { VERSION } from './lib/build'
import { explainStart } from './lib/explain'
import { buildMetricsApp } from './http/metrics'
import { stopOnSignals } from './stop'

declare global {
  /** Settles once `.scripts/build-if-stale.mjs` has built the app's files. */
  var appIsBuilt: Promise<void> | undefined
}

const isTerminal = process.stdout.isTTY
const announce = announcer(isTerminal)
const announceEnd = announcer(process.stderr.isTTY, process.stderr, FATAL)

async function start(config: Config): Promise<void> {
  const endTracing = config.tracesTo === undefined ? undefined : await startTracing(config.tracesTo)
  const services = await createServices(config)
  try {
    const { executeSql } = services.database
    await requireServingLogin(executeSql)
    await requireRecordsKey(executeSql, services.secrets)
    await removeDeadImports({ ...services, store: services.snapshotStore, dataFolder: config.dataFolder })
    await ensureDemo(services, announce)
    await Promise.all([ensureDemoCampaigns(services, announce), ensureStarters(services)])
    await globalThis.appIsBuilt
    const app = await buildApp(services, { isTerminal })
    const metrics = config.metricsPort === undefined ? undefined : buildMetricsApp(services)
    app.addHook('onClose', () => Promise.all([metrics?.close(), endTracing?.()]))
    await services.queue.start()
    stopOnSignals(app, services)
    await metrics?.listen({ port: config.metricsPort, host: config.host })
    await app.listen({ port: config.port, host: config.host, listenTextResolver: () => 'Listening' })
    const stop = isTerminal ? ['Stop it with Ctrl+C.'] : []
    announce(`Doorstep ${VERSION} is running at ${config.publicUrl}`, [...(await greeting(services)), ...stop])
  } catch (error) {
    await services.close()
    throw error
  }
}

try {
  const warning = warningAboutNode(process.versions.node)
  if (warning) announce(warning)
  const config = readConfig(process.env)
  await reachOutBy(config.outbound)
  await start(config).catch((error: unknown) => {
    throw new Error(explainStart(error, config), { cause: error })
  })
} catch (error) {
  const [line = '', ...more] = (error instanceof Error ? error.message : String(error)).split('\n')
  announceEnd(line, more)
  process.exit(1)
}
