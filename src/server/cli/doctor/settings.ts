import { environmentSchema, type Config } from '../../config'
import { findingIf, type Finding } from './finding'

/** Read only by scripts: tests, benches, the job that hands months over, doorstep.sh. */
const OF_SCRIPTS =
  /^DOORSTEP_(TEST|BENCH|FIGURES|BROWSER|FIREFOX|COMMIT|MONTH_TOKEN|CLI|SETTINGS|USER|VERSION|DOCUMENT_PROCESS|MONTH_PROCESS)/

/** Names that nothing reads. */
export function examineNames(environment: NodeJS.ProcessEnv): Finding[] {
  const known = Object.keys(environmentSchema.shape).filter((name) => name.startsWith('DOORSTEP_'))
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('DOORSTEP_') && !known.includes(name) && !OF_SCRIPTS.test(name),
  )
  return unknown.map((name) => ({
    what: `${name} is no setting of Doorstep’s, so that it changes nothing.`,
    cure: `Correct its name, or take it away. There are: ${known.join(', ')}.`,
  }))
}

/** Valid, but surely not meant. */
export function examineSettings(config: Config): Finding[] {
  return [
    ...findingIf(
      config.production && !config.secure,
      `People are sent to ${config.publicUrl}, which is this machine: sign-ins of others end nowhere, and cookies go over http.`,
      'Set DOORSTEP_URL to the address that people type, which begins with https://.',
    ),
    ...findingIf(
      config.trustsAnyProxy,
      'TRUST_PROXY=true says neither how many proxies stand before Doorstep nor which. It is read as one.',
      'Set TRUST_PROXY to their number, for example 1, or to their addresses; otherwise rate limits may count all callers as one.',
    ),
  ]
}

/** Each setting that is not valid. @param faults of `readConfig`, a line each */
export const findingsOfFaults = (faults: string): Finding[] =>
  faults.split('\n').map((what) => ({ what, cure: 'docs/operating.md#settings says what it takes.' }))
