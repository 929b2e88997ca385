/** `npm start` */
import { buildApp } from './app'
import { startTracing } from './clients/tracing'
import { readConfig, type Config } from './config'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/authorities/councils'
import { ensureDemo } from './demo/authorities/ensureDemo'
import { ensureDemoCampaigns } from './demo/campaigns/ensureDemoCampaigns'
import { ensureStarters } from './demo/letters/ensureStarters'
import { removeDeadImports } from './modules/snapshots/import'
import { createServices, type Services } from './services'
import { explainStart } from './explain'
import { buildMetricsApp } from './plugins/metrics'
import { stopOnSignals } from './stop'

async function start(config: Config): Promise<void> {
  const endTracing = config.traces ? await startTracing() : undefined
  const services = await createServices(config)
  try {
    await removeDeadImports({ database: services.database, dataFolder: config.dataFolder })
    await ensureDemo(services, (line) => console.log(line))
    await Promise.all([ensureDemoCampaigns(services, (line) => console.log(line)), ensureStarters(services)])
    const app = await buildApp(services)
    const metrics = config.metricsPort === undefined ? undefined : buildMetricsApp(services)
    app.addHook('onClose', () => Promise.all([metrics?.close(), endTracing?.()]))
    await services.queue.start()
    stopOnSignals(app, services)
    await metrics?.listen({ port: config.metricsPort, host: config.host })
    await app.listen({ port: config.port, host: config.host })
    console.log(await greeting(services))
  } catch (error) {
    await services.close()
    throw error
  }
}

async function greeting(services: Services): Promise<string> {
  const lines = ['', `Doorstep is running at ${services.config.publicUrl}`, '', ...(await whoSignsIn(services))]
  if (services.letters.warning) lines.push('', services.letters.warning)
  return [...lines, '', 'Stop it with Ctrl+C.', ''].join('\n')
}

async function whoSignsIn({ config, organisations, provider }: Services): Promise<string[]> {
  const { demo, real } = await organisations.kinds()
  if (config.demoAccounts && demo && !real) {
    const accounts = DEMO_ACCOUNTS.map(({ email, role }) => `  ${email.padEnd(28)} ${role}`)
    return ['Sign in to the demo as', ...accounts, `with the password ${DEMO_PASSWORD}`]
  }
  const reason = config.production
    ? 'NODE_ENV is production'
    : config.demoAccounts
      ? 'there is an organisation that is not the demo’s'
      : 'DOORSTEP_URL is not on this machine'
  const lines =
    demo || real || !config.demoAccounts
      ? [`The demo’s accounts and their password cannot sign in here: ${reason}.`]
      : []
  lines.push(
    config.embeddedProvider
      ? 'People sign in with their organisation’s identity provider or, where it has none, on the built-in page with a password of their own.'
      : 'People sign in with their organisation’s identity provider. The built-in page is off (DOORSTEP_DEMO=1 turns it on, for people with a password of their own).',
  )
  if (!config.embeddedProvider && !(await provider.identity())) {
    lines.push(
      'Super administrators cannot sign in, so that no campaign can be sent: npm run doorstep -- provider identity --help',
    )
  }
  return lines
}

try {
  const config = readConfig(process.env)
  await start(config).catch((error: unknown) => {
    throw new Error(explainStart(error, config), { cause: error })
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
