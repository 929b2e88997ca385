import { statfs, mkdir } from 'node:fs/promises'
import { findLibreOffice } from '../../clients/libreOffice'
import { createNotifyClient } from '../../clients/notify'
import { examineStore, type StoreFault } from '../../clients/s3Examination'
import { readConfig, type Config } from '../../config'
import { examineDatabase } from '../../db/examine'
import { START_AFRESH } from '../../db/migrations'
import { backlogOf } from '../../jobs/backlog'
import { testAccounts } from '../../modules/campaigns/notify-accounts/service'
import { slugsById } from '../../modules/organisations/organisations/service'
import { createSecrets } from '../../lib/secrets'
import type { RegisterCommand } from './command'

export interface Finding {
  readonly what: string
  readonly cure: string
}

/** None or one. */
const findingIf = (isWrong: boolean, what: string, cure: string): Finding[] => (isWrong ? [{ what, cure }] : [])

const ENOUGH_BYTES = 1_000_000_000
const STUCK_SECONDS = 15 * 60
const MAX_SKEW_MS = 20_000

/** `doctor` */
export const doctorCommand: RegisterCommand = (program) => {
  program
    .command('doctor')
    .description('look at what Doorstep stands on, and say what is wrong and how to cure it; changes nothing')
    .action(async () => {
      const findings = await examine(readConfig(process.env))
      for (const { what, cure } of findings) console.log(`✗ ${what}\n  ${cure}`)
      if (findings.length > 0) throw new Error(`Found ${findings.length}.`)
      console.log('Nothing is wrong.')
    })
}

/** @param enoughBytes replaced in tests */
export async function examine(config: Config, enoughBytes: number = ENOUGH_BYTES): Promise<Finding[]> {
  const parts = [
    examineProxy(config),
    examineDisk(config, enoughBytes),
    examineRecords(config),
    examineFiles(config),
    examineNotify(config),
    examineLetters(config),
  ]
  return (await Promise.all(parts)).flat()
}

async function examineProxy({ trustsAnyProxy }: Config): Promise<Finding[]> {
  if (!trustsAnyProxy) return []
  return [
    {
      what: 'TRUST_PROXY=true says neither how many proxies stand before Doorstep nor which. It is read as one.',
      cure: 'Set TRUST_PROXY to their number, for example 1, or to their addresses; otherwise rate limits may count all callers as one.',
    },
  ]
}

async function examineDisk({ dataFolder }: Config, enoughBytes: number): Promise<Finding[]> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(dataFolder)
  return findingIf(
    bavail * bsize < enoughBytes,
    `Only ${Math.floor((bavail * bsize) / 1_000_000)} MB are left on the disk of ${dataFolder}.`,
    'Free some or enlarge the disk; below 64 MB the embedded database takes no writes, and imports end at once.',
  )
}

async function examineRecords(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl) return []
  const found = await examineDatabase(config.databaseUrl, async (executeSql) => ({
    backlog: await backlogOf(executeSql),
    accounts: await testAccounts(executeSql, { config, secrets: createSecrets(config) }),
    slugs: await slugsById(executeSql),
  })).catch((error: unknown) => String(error))
  if (typeof found === 'string') {
    const cure = 'Start PostgreSQL, or correct DATABASE_URL: host, port, database, login and password.'
    return [{ what: `The records cannot be reached (${found}).`, cure }]
  }
  const { backlog = [], accounts = [], slugs } = found.more ?? {}
  const stuck = backlog.filter(({ overdueSeconds }) => overdueSeconds > STUCK_SECONDS)
  const { missingRights, pendingMigrations: pending, clockAheadMs } = found
  return [
    ...missingRights.map(({ right, cure }) => ({ what: `The database login may not ${right}.`, cure })),
    ...findingIf(
      found.hasOtherFirstMigration,
      'The records were made by a version of Doorstep that this one cannot go on from.',
      `${START_AFRESH}.`,
    ),
    ...findingIf(
      pending > 0,
      `${pending} ${pending === 1 ? 'migration of this version has' : 'migrations of this version have'} not been run.`,
      'Start a server of this version with the owner’s login, or run: DATABASE_URL=<owner> npm run doorstep -- migrate',
    ),
    ...stuck.map(({ kind, overdueSeconds }) => ({
      what: `Queued work of the kind ${kind} has waited for ${Math.round(overdueSeconds / 60)} minutes.`,
      cure: 'See that a server runs on these records, and look for "Queued work failed" in its log; a restart gives its work back.',
    })),
    ...(Math.abs(clockAheadMs) > MAX_SKEW_MS ? [wrongClock('PostgreSQL', clockAheadMs)] : []),
    ...accounts
      .map(({ organisationId, words }) => ({ slug: slugs?.get(organisationId) ?? organisationId, words }))
      .toSorted((one, other) => one.slug.localeCompare(other.slug))
      .map(({ slug, words }) => ({
        what: `The account of ${slug} at GOV.UK Notify does not work. ${words}`,
        cure: `Correct it in the organisation’s Settings, or by: npm run doorstep -- sending ${slug} --key-file <file> --sms-template <id> --test`,
      })),
    ...findingIf(
      config.secretKeys.length === 0,
      'Keys of GOV.UK Notify and client secrets cannot be kept: there is no key to seal them with.',
      'Set DOORSTEP_SECRET_KEY to what `openssl rand -base64 32` prints, the same for every server, and keep a copy elsewhere.',
    ),
  ]
}

const wrongClock = (whose: string, aheadMs?: number): Finding => ({
  what:
    aheadMs === undefined
      ? `The clocks of this machine and of ${whose} differ.`
      : `The clock of ${whose} is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s.`,
  cure: 'Keep both in time by NTP (Debian: apt install systemd-timesyncd, then timedatectl set-ntp true): sign-ins, signed addresses and GOV.UK Notify need it within 30 s.',
})

const storeFindings = (bucket: string, origin: string): Readonly<Record<StoreFault, Finding>> => ({
  unreachable: {
    what: 'The bucket does not answer, or not as S3 does.',
    cure: 'Check S3_ENDPOINT and that this machine may reach it.',
  },
  gone: { what: 'The bucket does not exist.', cure: `Create the bucket ${bucket}, or correct S3_BUCKET.` },
  forbidden: {
    what: 'The credentials may not write into the bucket.',
    cure: 'Allow them s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  },
  cors: {
    what: 'Browsers may not upload into the bucket and read from it.',
    cure: `Set the bucket’s CORS as docs/operating.md says under "S3", for ${origin} (DOORSTEP_URL). MinIO has it for all buckets: MINIO_API_CORS_ALLOW_ORIGIN=${origin}`,
  },
  'if-none-match': {
    what: 'The store ignores If-None-Match, so that an upload could replace a template that was accepted.',
    cure: 'Copy the bucket into a store that knows conditional writes, such as Amazon S3, or MinIO or Ceph in their current versions, and set S3_ENDPOINT.',
  },
  clock: wrongClock('the store'),
})

async function examineFiles({ s3, publicUrl }: Config): Promise<Finding[]> {
  if (!s3) return []
  const { origin } = new URL(publicUrl)
  const faults = await examineStore(s3, origin).catch((): StoreFault[] => ['unreachable'])
  return faults.map((fault) => storeFindings(s3.bucket, origin)[fault])
}

async function examineNotify({ notify }: Config): Promise<Finding[]> {
  if (!notify) return []
  const answer = await createNotifyClient(notify).findByReference('doorstep-doctor')
  if (answer.kind === 'keyRefused')
    return findingIf(
      true,
      `GOV.UK Notify refuses the key (${answer.words}).`,
      'Make a new live key in GOV.UK Notify under API integration, and set NOTIFY_API_KEY; if it speaks of the clock, set this machine’s.',
    )
  return findingIf(
    answer.kind === 'tryLater',
    'GOV.UK Notify does not answer.',
    'Let this machine reach NOTIFY_URL, and see https://status.notifications.service.gov.uk.',
  )
}

async function examineLetters({ sofficePath }: Config): Promise<Finding[]> {
  if (sofficePath === 'none' || (await findLibreOffice(sofficePath))) return []
  return sofficePath === undefined
    ? [
        {
          what: 'LibreOffice is not installed, so that no letter can be made.',
          cure: 'apt install libreoffice-writer-nogui fonts-liberation, or SOFFICE_PATH=none to do without letters.',
        },
      ]
    : [
        {
          what: `${sofficePath} is no program, so that no letter can be made.`,
          cure: 'Correct SOFFICE_PATH, or leave it out and apt install libreoffice-writer-nogui fonts-liberation; SOFFICE_PATH=none does without letters.',
        },
      ]
}
