import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config'
import { unusedScratch } from '../../lib/scratch'
import { snapshotsFolder } from '../../modules/households/snapshots/files'
import { findLastBackup } from '../../modules/platform/files/lastBackup'
import { openFiles } from '../../modules/platform/files/openFiles'
import type { FilesService } from '../../modules/platform/files/service'
import { filesUnder } from '../backup/backupFiles'
import type { Finding } from './finding'
import { COMMAND_PREFIX } from '../../lib/commandLine'

const HOUR_MS = 60 * 60 * 1_000
/** As the alert DoorstepBackupOld: a night plus the backup's own time. */
const MAX_AGE_HOURS = 30

const CURE =
  'Have one made every night as docs/operating.md says under "Every night"; journalctl -u doorstep-backup says why one did not end. ' +
  `At once: ${COMMAND_PREFIX} backup <new folder>. Backups by other means are not known here.`

/** Skipped on a machine that serves only its own people, and before there are months. */
export async function examineBackup(config: Config): Promise<Finding[]> {
  if (config.demoAccounts) return []
  const files = await openFiles(config, unusedScratch)
  // Bucket faults are found elsewhere.
  const times = await Promise.all([findLastBackup(files), findFirstMonth(config, files)]).catch(() => undefined)
  if (!times) return []
  const [last, firstMonth] = times
  const hours = hoursSince(last ?? firstMonth)
  if (hours <= MAX_AGE_HOURS) return []
  return [{ what: last ? `The last backup is ${describeAge(hours)} old.` : 'No backup was ever made.', cure: CURE }]
}

const hoursSince = (time: Date | undefined): number => (time ? (Date.now() - time.getTime()) / HOUR_MS : 0)

const describeAge = (hours: number): string =>
  hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`

async function findFirstMonth(config: Config, files: Pick<FilesService, 'list'>): Promise<Date | undefined> {
  const times: Date[] = []
  if (config.s3) for await (const { changedAt } of files.list('snapshots')) times.push(changedAt)
  else {
    const folder = snapshotsFolder(config.dataFolder)
    for (const path of await filesUnder(folder)) times.push((await stat(join(folder, path))).mtime)
  }
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0]
}
