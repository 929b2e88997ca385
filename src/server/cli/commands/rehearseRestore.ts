import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfig } from '../../config'
import { explainStart } from '../../lib/explain'
import { unpackBackup } from '../backup/archive'
import { rehearseRestore, type Rehearsal } from '../backup/rehearsal'
import { countWords, type RegisterCommand } from './command'

interface Options {
  readonly in?: string
  readonly identity?: string
}

/** `rehearse-restore <backup>` */
export const rehearseRestoreCommand: RegisterCommand = (program) => {
  program
    .command('rehearse-restore <backup>')
    .description('restore a backup aside, verify all of it, say what was found, and leave nothing')
    .option(
      '--in <folder>',
      'where it is restored for as long as that takes; the folder for temporary files by default',
    )
    .option('--identity <file>', 'the age key of a backup that is encrypted (….tar.age)')
    .action(async (backup: string, { in: parent = tmpdir(), identity }: Options) => {
      const config = readConfig(process.env)
      const began = performance.now()
      const stopped = new AbortController()
      const stop = (signal: NodeJS.Signals) => stopped.abort(new Error(`The rehearsal was stopped by ${signal}.`))
      const signals = ['SIGTERM', 'SIGINT'] as const
      for (const signal of signals) process.once(signal, stop)
      await mkdir(parent, { recursive: true })
      const scratch = await mkdtemp(join(parent, 'doorstep-rehearsal-'))
      try {
        const folder = await findFolder(resolve(backup), join(scratch, 'backup'), identity)
        const rehearsed = await rehearseRestore(config, folder, join(scratch, 'data'), stopped.signal)
        for (const line of describe(rehearsed)) console.log(line)
        for (const finding of rehearsed.findings) console.log(`✗ ${finding}`)
        const { length } = rehearsed.findings
        if (length > 0) throw new Error(`${resolve(backup)} can be restored, but not all is well: found ${length}.`)
        const seconds = Math.ceil((performance.now() - began) / 1_000)
        console.log(
          `All of it is there and as it was written. It took ${countWords(seconds, 'second')}, and nothing is left.`,
        )
      } catch (error) {
        throw new Error(explainStart(error, { ...config, dataFolder: scratch }), { cause: error })
      } finally {
        await rm(scratch, { recursive: true, force: true, maxRetries: 3 })
        for (const signal of signals) process.off(signal, stop)
      }
    })
}

async function findFolder(backup: string, unpacked: string, identity: string | undefined): Promise<string> {
  if (!(await stat(backup).catch(() => undefined))?.isFile()) return backup
  await unpackBackup(backup, unpacked, identity)
  const names = await readdir(unpacked)
  return names.length === 1 ? join(unpacked, names[0] ?? '') : unpacked
}

function describe({ madeAt, tables, rows, files, organisations }: Rehearsal): string[] {
  return [
    `Restored the backup of ${madeAt} aside: ${countWords(rows, 'record')} in ${countWords(tables, 'table')}, ${countWords(files, 'file')}.`,
    ...organisations.map(
      ({ slug, month, months, households, entries }) =>
        `${slug}: ${countWords(months, 'month')}${month === undefined ? '' : `, of which ${month} was opened with ${countWords(households, 'household')}`}; ` +
        `${countWords(entries, 'entry', 'entries')} in the audit log.`,
    ),
  ]
}
