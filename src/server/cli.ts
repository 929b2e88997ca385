/** `npm run doorstep -- <command>` (decision 46). One file a command, under commands/. */
import { Command, CommanderError } from 'commander'
import { campaignsCommand } from './commands/campaigns'
import { importCommand } from './commands/import'
import { readConfig } from './config'
import { createServices } from './services'
import type { WithServices } from './commands/command'

/** Each command opens the records for as long as it works. */
const withServices: WithServices = async (work) => {
  const services = await createServices(readConfig(process.env))
  try {
    await work(services)
  } finally {
    await services.close()
  }
}

const program = new Command('doorstep').description('Doorstep from the command line').exitOverride()
for (const register of [campaignsCommand, importCommand]) register(program, withServices)

try {
  await program.parseAsync()
} catch (error) {
  // Commander has already said what was wrong with the command itself.
  if (!(error instanceof CommanderError)) console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1
}
