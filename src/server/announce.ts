import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/authorities/councils'
import type { LogStream } from './http/logging'
import { PROCESS } from './lib/build'
import type { Services } from './services'
import { COMMAND_PREFIX } from './lib/commandLine'

export type Announce = (line: string, details?: readonly string[]) => void

const INFO = 30
export const FATAL = 60

/** Prints a line where there is no log yet. */
export const announcer =
  (isTerminal: boolean, out: LogStream = process.stdout, level: typeof INFO | typeof FATAL = INFO): Announce =>
  (line, details = []) => {
    const json = { level, time: Date.now(), ...PROCESS, msg: line, ...(details.length > 0 ? { details } : {}) }
    out.write(isTerminal ? [line, ...details, ''].join('\n') : `${JSON.stringify(json)}\n`)
  }

const OLDEST_SUPPORTED = 22

/** Undefined on a Node that gets security updates. */
export function warningAboutNode(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= OLDEST_SUPPORTED) return undefined
  return `Node ${version} gets no security updates any more: run Doorstep on Node 22, 24 or 26.`
}

/** Who can sign in, where data are, and what is simulated. */
export async function greeting(services: Services): Promise<string[]> {
  const { config, letters } = services
  const records = config.databaseUrl ? `PostgreSQL at ${new URL(config.databaseUrl).host}` : config.dataFolder
  const files = config.s3 ? `the bucket ${config.s3.bucket}` : config.dataFolder
  const where = records === files ? `Data lie in ${files}` : `Records lie in ${records}, files in ${files}`
  return [
    ...(await whoSignsIn(services)),
    where,
    ...(config.trustsAnyProxy ? [TRUST_PROXY_TRUE] : []),
    ...(config.notify ? [] : [config.production ? NO_NOTIFY : SIMULATED]),
    ...(letters.warning ? [letters.warning] : []),
  ]
}

const TRUST_PROXY_TRUE =
  'TRUST_PROXY=true is read as one proxy: write how many stand before Doorstep, or their addresses (TRUST_PROXY=1)'
const SIMULATED = 'GOV.UK Notify is simulated: nothing is really sent (NOTIFY_API_KEY)'
const NO_NOTIFY = 'Nothing is sent: there is no key of GOV.UK Notify (NOTIFY_API_KEY)'

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
      `Super administrators cannot sign in, so that no campaign can be sent: ${COMMAND_PREFIX} provider identity --help`,
    )
  }
  return lines
}
