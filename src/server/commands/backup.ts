import { resolve } from 'node:path'
import { DEMO_ACCOUNTS } from '../demo/authorities/councils'
import { markAccounts } from '../demo/authorities/repo'
import { backUp } from '../modules/backup/backup'
import { clearNights } from '../modules/keeping/service'
import { restore } from '../modules/backup/restore'
import type { RegisterCommand } from './command'

/** `backup <folder>` and `restore <folder>` */
export const backupCommands: RegisterCommand = (program, withServices) => {
  program
    .command('backup <folder>')
    .description('write the records and the snapshot files into a new folder')
    .action((folder: string) =>
      withServices(async ({ database, config, snapshotStore }) => {
        const { rows, snapshots, bytes } = await backUp(database, config.dataFolder, resolve(folder), snapshotStore)
        const megabytes = (bytes / 1_000_000).toLocaleString('en-GB', { maximumFractionDigits: 1 })
        console.log(
          `Backed up ${count(rows, 'record')} and ${count(snapshots, 'snapshot')} (${megabytes} MB) to ${resolve(folder)}. ` +
            'It holds personal data: keep it as safe as the original.',
        )
      }),
    )
  program
    .command('restore <folder>')
    .description('restore a backup into a Doorstep that holds nothing yet')
    .action((folder: string) =>
      withServices(async ({ database, config, messages, snapshotStore }) => {
        const { madeAt, rows, files } = await restore(
          database,
          config.dataFolder,
          resolve(folder),
          async (tx, at) => {
            await messages.settleRestored(tx, at)
            await markAccounts(tx, DEMO_ACCOUNTS)
            await clearNights(tx)
          },
          snapshotStore,
        )
        console.log(
          `Restored ${count(rows, 'record')} and ${count(files, 'file')} as of ${madeAt}. Everybody signs in again. ` +
            'Campaigns that were being sent are paused, and what was done after the backup is not known here: ' +
            'before you send a campaign that was made or sent again since, see at GOV.UK Notify what went out.',
        )
      }),
    )
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`
