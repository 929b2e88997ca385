import { CommanderError } from 'commander'
import type { WithServices } from './commands/command'
import { createProgram } from './commands/program'
import { readConfig } from '../config'
import { createServices } from '../services'
import { explainStart } from '../lib/explain'

const withServices: WithServices = async (work) => {
  const config = readConfig(process.env)
  try {
    const services = await createServices(config)
    try {
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
