import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { unusedScratch } from '../../lib/scratch'
import { findKeyFault } from '../../modules/platform/records-key/service'
import { backUp } from '../backup/backup'
import { MANIFEST_FILE, verifyBackup } from '../backup/manifest'
import type { Ledger } from '../../modules/platform/erasure-ledger/ledger'
import { settleRestored } from '../../modules/platform/erasure-ledger/service'
import { createFolderFiles } from '../../modules/platform/files/folder'
import { noteBackup } from '../../modules/platform/files/lastBackup'
import { clearNights } from '../../modules/data-protection/retention/service'
import { restore } from '../backup/restore'
import { canSign, requireSignature, type Signing } from '../backup/signature'
import { countWords, type RegisterCommand } from './command'

/** `backup <folder>` and `restore <folder>` */
export const backupCommands: RegisterCommand = (program, withServices) => {
  program
    .command('backup <folder>')
    .description('write the records and all files into a new folder')
    .action((folder: string) =>
      withServices(async ({ database, config, secrets, audit, files, snapshotStore }) => {
        // So that the manifest shows what the log held.
        await audit.seal()
        const began = new Date()
        const place = { database, dataFolder: config.dataFolder, secrets, bucket: snapshotStore }
        const report = await backUp(place, resolve(folder))
        const { rows, snapshots, otherFiles, bytes } = report
        await noteBackup(files, began).catch(() => {
          console.error(
            'When it was made could not be noted among the files, so that /metrics and doctor do not know of it.',
          )
        })
        const megabytes = (bytes / 1_000_000).toLocaleString('en-GB', { maximumFractionDigits: 1 })
        console.log(
          `Backed up ${countWords(rows, 'record')}, ${countWords(snapshots, 'snapshot')} and ${countWords(otherFiles, 'other file')} (${megabytes} MB) to ${resolve(folder)}. ` +
            'It holds personal data: keep it as safe as the original.',
        )
        if (!canSign(secrets)) console.log(NOT_SIGNED)
      }),
    )
  program
    .command('restore <folder>')
    .description('restore a backup into a Doorstep that holds nothing yet')
    .option(
      '--forgotten <folder>',
      'the data folder that is left, or the last backup: what was forgotten since is forgotten again',
    )
    .option(
      '--unsigned',
      'also a backup that nobody can tell to be as it was written: made without a key, or before 1.0.0',
    )
    .action((folder: string, { forgotten, unsigned = false }: { forgotten?: string; unsigned?: boolean }) =>
      withServices(async ({ database, config, secrets, audit, monthTokens, offboarding, sending, snapshotStore }) => {
        if (forgotten !== undefined && !(await stat(forgotten).catch(() => undefined))?.isDirectory())
          throw new Error(`${resolve(forgotten)} is no folder. Nothing was restored.`)
        // First, because nothing may be restored without it.
        const known =
          forgotten === undefined
            ? undefined
            : await copyForgotten({ ledger: offboarding.ledger, secrets }, resolve(forgotten), unsigned)
        const place = { database, dataFolder: config.dataFolder, secrets, bucket: snapshotStore }
        const restored = await restore(place, resolve(folder), {
          takesUnsigned: unsigned,
          settle: async (tx, at, isSigned) => {
            // Before anything else is recorded.
            if (!isSigned) await audit.recordEverywhere(tx, 'restored_unsigned', `backup of ${at.toISOString()}`)
            await sending.settleRestored(tx, at)
            await clearNights(tx)
            await monthTokens.revokeAll(tx)
            await settleRestored(tx, offboarding.ledger)
          },
        })
        console.log(
          `Restored ${countWords(restored.rows, 'record')} and ${countWords(restored.files, 'file')} as of ${restored.madeAt}. Everybody signs in again. ` +
            'Campaigns that were being sent are paused, and what was done after the backup is not known here: ' +
            'before you send a campaign that was made or sent again since, see at GOV.UK Notify what went out.',
        )
        if (!restored.isSigned) console.log(TAKEN_UNSIGNED)
        const keyFault = await findKeyFault(database.executeSql, secrets)
        if (keyFault) console.log(keyFault.message)
        if (known !== undefined) {
          console.log(
            `${countWords(known, 'erasure or removal', 'erasures and removals')} known there are made again at the first start.`,
          )
        } else if (!config.s3) {
          console.log(
            'Without --forgotten, what was erased or removed after the backup is back. Before you start, copy ' +
              `files/forgotten of the data folder that you leave into ${join(config.dataFolder, 'files')}.`,
          )
        }
      }, BEFORE_ITS_KEY),
    )
}

/** @throws Error in one sentence for a changed backup: it could bring back who was erased, or remove organisations */
async function copyForgotten(
  { ledger, secrets }: { ledger: Ledger; secrets: Signing },
  folder: string,
  takesUnsigned: boolean,
): Promise<number> {
  const files = createFolderFiles(folder, unusedScratch)
  const isBackup = (await stat(join(folder, MANIFEST_FILE)).catch(() => undefined)) !== undefined
  if (!isBackup) return ledger.copyFrom(files)
  const manifest = await verifyBackup(folder)
  requireSignature(secrets, manifest, folder, takesUnsigned)
  const listed = new Set(manifest.files.map(({ path }) => path))
  return ledger.copyFrom(files, (key) => listed.has(`files/${key}`))
}

const NOT_SIGNED =
  'Nothing is signed, because DOORSTEP_SECRET_KEY is not set: anybody who can write to the backup can change it unseen, and ' +
  'it is restored only with --unsigned.'

const TAKEN_UNSIGNED =
  'It was taken without a signature that could be checked, which every organisation’s audit log says: somebody may have ' +
  'changed it unseen. Look through the people and their roles before anybody signs in.'

const BEFORE_ITS_KEY = { isUnchecked: true }
