import { CommanderError } from 'commander'
import type { WithServices } from './commands/command'
import { createProgram } from './commands/program'
import { reachOutBy } from '../clients/outbound'
import { readConfig } from '../config'
import { requireRecordsKey } from '../modules/platform/records-key/service'
import { requireServingLogin } from '../db/roles'
import { createServices } from '../services'
import { explainStart } from '../lib/explain'

const withServices: WithServices = async (work, { isUnchecked = false } = {}) => {
  const config = readConfig(process.env)
  await reachOutBy(config.outbound)
  try {
    const services = await createServices(config)
    try {
      if (!isUnchecked) {
        await requireServingLogin(services.database.executeSql)
        await requireRecordsKey(services.database.executeSql, services.secrets)
      }
      await work(services)
    } finally {
      await services.close()
    }
  } catch (error) {
    throw new Error(explainStart(error, config), { cause: error })
  }
}

try {
  await createProgram(withServices).parseAsync()
} catch (error) {
  // Commander has printed its own errors.
  if (!(error instanceof CommanderError)) console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1
}
