import { CommanderError } from 'commander'
import { createProgram } from './commands/program'
import { createWithServices } from './withServices'

try {
  await createProgram(createWithServices(process.env)).parseAsync()
} catch (error) {
  // Commander has printed its own errors.
  if (!(error instanceof CommanderError)) console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1
}
