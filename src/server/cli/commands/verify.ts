import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Verdict } from '../../modules/organisations/audit/verifyChain'
import { readWitnesses, type Witness } from '../../modules/organisations/audit/witness'
import { MANIFEST_FILE } from '../backup/manifest'
import { noOrganisation, type RegisterCommand } from './command'
import { COMMAND_PREFIX } from '../../lib/commandLine'

interface Options {
  readonly against?: string
  readonly signStart?: boolean
}

/** `verify [slug]` */
export const verifyCommand: RegisterCommand = (program, withServices) => {
  program
    .command('verify')
    .argument('[slug]', 'of one organisation alone')
    .option('--against <place>', 'a backup, or a file of log lines: the log must contain what was signed there')
    .option('--sign-start', 'sign where the log of this organisation begins, if it was begun without a key')
    .description('verify that no entry of the audit log was changed, removed or inserted; changes nothing')
    .action((slug: string | undefined, { against, signStart }: Options) =>
      withServices(async ({ audit }) => {
        const witnesses = against === undefined ? [] : await findWitnesses(against)
        if (signStart) {
          if (slug === undefined) throw new Error(`Say whose: ${COMMAND_PREFIX} verify <slug> --sign-start`)
          if (await audit.signStart(slug)) console.log(`The start of ${slug}’s log is signed from now on.`)
        }
        const verdicts = await audit.verify(slug, witnesses)
        if (slug !== undefined && verdicts.length === 0) throw noOrganisation(slug)
        for (const one of verdicts) printVerdict(one, against !== undefined)
        const broken = verdicts.filter(({ problems }) => problems.length > 0)
        if (broken.length > 0) {
          throw new Error(
            `The audit log of ${broken.map((one) => one.slug).join(', ')} is not as it was written. Keep the records as they are, and compare them with a backup.`,
          )
        }
        console.log(conclude(verdicts, against !== undefined))
      }),
    )
}

async function findWitnesses(place: string): Promise<Witness[]> {
  const isFolder = (await stat(place).catch(() => undefined))?.isDirectory()
  const text = await readFile(isFolder ? join(place, MANIFEST_FILE) : place, 'utf8').catch(() => {
    throw new Error(`${place} cannot be read. Name a backup’s folder, or a file of Doorstep’s log lines.`)
  })
  const witnesses = readWitnesses(text)
  if (witnesses.length === 0) throw new Error(`${place} holds no signature of the audit log.`)
  return witnesses
}

function printVerdict(verdict: Verdict, isCompared: boolean): void {
  const { slug, entries, signedAt, comparedAt, problems } = verdict
  const signed = signedAt ? `last signed ${signedAt.toISOString()}` : 'not signed yet'
  const compared =
    comparedAt === null
      ? ', compared with nothing: no signature was given of what it holds'
      : `, compared with what was signed at entry ${comparedAt}`
  console.log(
    `${problems.length === 0 ? '✓' : '✗'} ${slug}: ${entries} entries, ${signed}${isCompared ? compared : ''}`,
  )
  for (const problem of problems) console.log(`  ${problem}`)
}

function conclude(verdicts: readonly Verdict[], isCompared: boolean): string {
  const uncompared = verdicts.filter(({ comparedAt }) => comparedAt === null).map(({ slug }) => slug)
  const of = isCompared ? ` of ${uncompared.join(', ')}` : ''
  const rest =
    uncompared.length === 0
      ? ''
      : ` Whether the newest${of} were cut off, only --against a backup or a log line that holds a signature of it shows.`
  if (verdicts.some(({ isKeyed }) => !isKeyed))
    return (
      'No accident changed an entry. Whether somebody rewrote the log cannot be known: ' +
      `DOORSTEP_SECRET_KEY is not set, so that its hashes can be made by anybody who writes to the records.${rest}`
    )
  return `Every entry is as it was written.${rest}`
}
