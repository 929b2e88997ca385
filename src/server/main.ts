import { announcer, FATAL, greeting, warningAboutNode } from './announce'
import { reachOutBy } from './clients/outbound'
import { readConfig } from './config'
import { VERSION } from './lib/build'
import { startServer } from './start'
import { stopOnSignals } from './stop'

const isTerminal = process.stdout.isTTY
const announce = announcer(isTerminal)
const announceEnd = announcer(process.stderr.isTTY, process.stderr, FATAL)

try {
  const warning = warningAboutNode(process.versions.node)
  if (warning) announce(warning)
  const config = readConfig(process.env)
  await reachOutBy(config.outbound)
  const { services } = await startServer(config, { announce, isTerminal, onBuilt: stopOnSignals })
  const stop = isTerminal ? ['Stop it with Ctrl+C.'] : []
  announce(`Doorstep ${VERSION} is running at ${config.publicUrl}`, [...(await greeting(services)), ...stop])
} catch (error) {
  const [line = '', ...more] = (error instanceof Error ? error.message : String(error)).split('\n')
  announceEnd(line, more)
  process.exit(1)
}
