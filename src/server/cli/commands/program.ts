import { Command, Help } from 'commander'
import { VERSION } from '../../lib/build'
import { backupCommands } from './backup'
import { basemapCommand } from './basemap'
import { bucketCommand } from './bucket'
import { campaignsCommand } from './campaigns'
import type { WithServices } from './command'
import { doctorCommand } from './doctor'
import { importCommand } from './import'
import { messageTemplateCommands } from './messageTemplates'
import { migrateCommand } from './migrate'
import { organisationCommands } from './organisation'
import { providerCommand } from './provider'
import { rehearseRestoreCommand } from './rehearseRestore'
import { sendingCommands } from './sending'
import { personCommands } from './person'
import { verifyCommand } from './verify'

/** `npm run doorstep`; commands open the database through `withServices`. */
export function createProgram(withServices: WithServices): Command {
  const program = new Command('doorstep').description('Doorstep from the command line').version(VERSION).exitOverride()
  for (const register of [
    backupCommands,
    basemapCommand,
    bucketCommand,
    campaignsCommand,
    doctorCommand,
    importCommand,
    messageTemplateCommands,
    migrateCommand,
    organisationCommands,
    providerCommand,
    rehearseRestoreCommand,
    sendingCommands,
    personCommands,
    verifyCommand,
  ]) {
    register(program, withServices)
  }
  // Last, because commands would inherit it.
  return program.configureHelp({
    visibleCommands: listLeaves,
    subcommandTerm: (command) => [...listGroups(command), new Help().subcommandTerm(command)].join(' '),
  })
}

const listLeaves = ({ commands }: Command): Command[] =>
  commands.flatMap((command) => (command.commands.length === 0 ? [command] : listLeaves(command)))

const listGroups = ({ parent }: Command): string[] => (parent?.parent ? [...listGroups(parent), parent.name()] : [])
