import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backUp } from '../backup/backup'
import { settleRestored } from '../../modules/platform/erasure-ledger/service'
import { createFolderFiles } from '../../modules/platform/files/folder'
import { clearNights } from '../../modules/data-protection/retention/service'
import { restore } from '../backup/restore'
import type { RegisterCommand } from './command'

/** `backup <folder>` and `restore <folder>` */
export const backupCommands: RegisterCommand = (program, withServices) => {
  program
    .command('backup <folder>')
    .description('write the records and the snapshot files into a new folder')
    .action((folder: string) =>
      withServices(async ({ database, config, audit, snapshotStore }) => {
        // So that the manifest can show what the log held until now.
        await audit.seal()
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
    .option(
      '--forgotten <folder>',
      'the data folder that is left, or the last backup: what was forgotten since is forgotten again',
    )
    .action((folder: string, { forgotten }: { forgotten?: string }) =>
      withServices(async ({ database, config, offboarding, sending, snapshotStore }) => {
        if (forgotten !== undefined && !(await stat(forgotten).catch(() => undefined))?.isDirectory())
          throw new Error(`${resolve(forgotten)} is no folder. Nothing was restored.`)
        // First, because nothing may be restored without it.
        const known =
          forgotten === undefined
            ? undefined
            : await offboarding.ledger.copyFrom(createFolderFiles(resolve(forgotten), readOnly))
        const restored = await restore(
          database,
          config.dataFolder,
          resolve(folder),
          async (tx, at) => {
            await sending.settleRestored(tx, at)
            await clearNights(tx)
            await settleRestored(tx, offboarding.ledger)
          },
          snapshotStore,
        )
        console.log(
          `Restored ${count(restored.rows, 'record')} and ${count(restored.files, 'file')} as of ${restored.madeAt}. Everybody signs in again. ` +
            'Campaigns that were being sent are paused, and what was done after the backup is not known here: ' +
            'before you send a campaign that was made or sent again since, see at GOV.UK Notify what went out.',
        )
        if (known !== undefined) {
          console.log(
            `${count(known, 'erasure or removal', 'erasures and removals')} known there are made again at the first start.`,
          )
        } else if (!config.s3) {
          console.log(
            'Without --forgotten, what was erased or removed after the backup is back. Before you start, copy ' +
              `files/forgotten of the data folder that you leave into ${join(config.dataFolder, 'files')}.`,
          )
        }
      }),
    )
}

const readOnly = { withPath: () => Promise.reject(new Error('It is only read.')) }

const count = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? noun : plural}`
