import type { WithServices } from './commands/command'
import { reachOutBy } from '../clients/outbound'
import { readConfig } from '../config'
import { requireRecordsKey } from '../modules/platform/records-key/service'
import { requireServingLogin } from '../db/roles'
import { createServices } from '../services'
import { explainStart } from '../lib/explain'

/** Opens the services that an environment names, for one command. */
export const createWithServices =
  (environment: NodeJS.ProcessEnv): WithServices =>
  async (work, { isUnchecked = false } = {}) => {
    const config = readConfig(environment)
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
