/** `npm start`: opens the records, makes the demo where it belongs, and listens until it is told to stop. */
import { buildApp } from './app'
import { readConfig, type Config } from './config'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/authorities/councils'
import { ensureDemo } from './demo/authorities/ensureDemo'
import { ensureDemoCampaigns } from './demo/campaigns/ensureDemoCampaigns'
import { ensureStarters } from './demo/letters/ensureStarters'
import { removeDeadImports } from './modules/snapshots/import'
import { createServices, type Services } from './services'
import { explainStart } from './explain'
import { stopOnSignals } from './stop'

async function start(config: Config): Promise<void> {
  const services = await createServices(config)
  try {
    await removeDeadImports({ database: services.database, dataFolder: config.dataFolder })
    await ensureDemo(services, (line) => console.log(line))
    await ensureDemoCampaigns(services, (line) => console.log(line))
    await ensureStarters(services)
    const app = await buildApp(services)
    await services.queue.start()
    stopOnSignals(app, services)
    await app.listen({ port: config.port, host: config.host })
    console.log(await greeting(services))
  } catch (error) {
    await services.close()
    throw error
  }
}

/** What the terminal says when the server is ready: the address, and how to try it. */
async function greeting({ config, organisations }: Services): Promise<string> {
  const lines = ['', `Doorstep is running at ${config.publicUrl}`]
  if (config.demoAllowed && (await organisations.hasDemo())) {
    lines.push('', 'Sign in to the demo as', ...DEMO_ACCOUNTS.map(({ email, role }) => `  ${email.padEnd(28)} ${role}`))
    lines.push(`with the password ${DEMO_PASSWORD}`)
  }
  return [...lines, '', 'Stop it with Ctrl+C.', ''].join('\n')
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
