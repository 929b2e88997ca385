import { createNotifyClient } from '../../clients/notifyClient'
import { reachOutBy } from '../../clients/outbound'
import type { StoreFault } from '../../clients/s3Examination'
import { MAX_VERSION_DAYS } from '../../clients/s3Settings'
import { readConfig, type Config } from '../../config'
import { examineDatabase } from '../../db/examine'
import { findKeyFault } from '../../modules/platform/records-key/service'
import { START_AFRESH } from '../../db/migrations'
import { findBacklog } from '../../jobs/backlog'
import { testAccounts } from '../../modules/campaigns/notify-accounts/keyTests'
import { slugsById } from '../../modules/organisations/organisations/service'
import { OperatorFault } from '../../lib/operator'
import { createSecrets } from '../../lib/secrets'
import { examineBackup } from '../doctor/backup'
import { examineCapacityOfDatabase } from '../doctor/database'
import { examineDocuments } from '../doctor/documents'
import { findingIf, MAX_SKEW_MS, wrongClock, type Finding } from '../doctor/finding'
import { examineGivenFiles } from '../doctor/givenFiles'
import { examineIdentity } from '../doctor/identity'
import { examineMachine, thisMachine, type Machine } from '../doctor/machine'
import { examineServices } from '../doctor/services'
import { examineNames, examineSettings, findingsOfFaults } from '../doctor/settings'
import type { RegisterCommand } from './command'
import { COMMAND_PREFIX } from '../../lib/commandLine'

const STUCK_SECONDS = 15 * 60

/** `doctor` */
export const doctorCommand: RegisterCommand = (program) => {
  program
    .command('doctor')
    .description('look at what Doorstep stands on, and say what is wrong and how to cure it; changes nothing')
    .action(async () => {
      const findings = await examineEnvironment(process.env)
      for (const { what, cure } of findings) console.log(`✗ ${what}\n  ${cure}`)
      if (findings.length > 0) throw new Error(`Found ${findings.length}.`)
      console.log('Nothing is wrong.')
    })
}

async function examineEnvironment(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    // Invalid settings leave nothing else to examine.
    if (error instanceof Error) return [...examineNames(environment), ...findingsOfFaults(error.message)]
    throw error
  }
  await reachOutBy(config.outbound)
  return [...examineNames(environment), ...(await examine(config))]
}

/** Examines the settings and all that they lead to. */
export async function examine(config: Config, machine: Machine = thisMachine()): Promise<Finding[]> {
  const parts = [
    Promise.resolve(examineSettings(config)),
    examineMachine(config, machine),
    examinePostgres(config),
    examineFiles(config),
    examineGivenFiles(config),
    examineIdentity(config),
    examineBackup(config),
    examineNotify(config),
    examineServices(config),
    examineDocuments(config),
  ]
  return (await Promise.all(parts)).flat()
}

async function examinePostgres(config: Config): Promise<Finding[]> {
  const { findings, belongElsewhere } = await examineCapacityOfDatabase(config)
  return [...findings, ...(belongElsewhere ? [] : await examineRecords(config)), ...examineSealing(config)]
}

async function examineRecords(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl) return []
  const found = await examineDatabase(config.databaseUrl, async (executeSql) => ({
    backlog: await findBacklog(executeSql),
    accounts: await testAccounts(executeSql, { config, secrets: createSecrets(config) }),
    slugs: await slugsById(executeSql),
    keyFault: await findKeyFault(executeSql, createSecrets(config)),
  })).catch((error: unknown) => {
    if (error instanceof OperatorFault) return error
    throw error
  })
  if (found instanceof OperatorFault) return [{ what: 'The records cannot be reached.', cure: found.message }]
  const { backlog = [], accounts = [], slugs, keyFault } = found.more ?? {}
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
      found.wereMigratedByNewer,
      'The records were migrated by a newer version of Doorstep.',
      'Run that version, or restore the backup from before its migration into an empty database.',
    ),
    ...findingIf(
      pending > 0,
      `${pending} ${pending === 1 ? 'migration of this version has' : 'migrations of this version have'} not been run.`,
      `Start a server of this version with the owner’s login, or run: DATABASE_URL=<owner> ${COMMAND_PREFIX} migrate`,
    ),
    ...stuck.map(({ kind, overdueSeconds }) => ({
      what: `Queued work of the kind ${kind} has waited for ${Math.round(overdueSeconds / 60)} minutes.`,
      cure: 'See that a server runs on these records, and look for "Queued work failed" in its log; a restart gives its work back.',
    })),
    ...(Math.abs(clockAheadMs) > MAX_SKEW_MS ? [wrongClock('PostgreSQL', clockAheadMs)] : []),
    ...accounts
      .map((account) => ({ ...account, slug: slugs?.get(account.organisationId) ?? account.organisationId }))
      .toSorted((one, other) => one.slug.localeCompare(other.slug))
      .map(({ slug, words, isSilent }) => ({
        what: `The account of ${slug} at GOV.UK Notify does not work. ${words}`,
        cure: isSilent
          ? 'If it stays silent, check that this machine reaches it: its status page, OUTBOUND_PROXY and NOTIFY_URL.'
          : `Correct it in the organisation’s Settings, or by: ${COMMAND_PREFIX} sending ${slug} --key-file <file> --sms-template <id> --test`,
      })),
    ...findingIf(
      keyFault !== undefined,
      'The key of the records is not set, so that no server starts on them.',
      keyFault?.message ?? '',
    ),
  ]
}

const examineSealing = ({ databaseUrl, secretKeys }: Config): Finding[] =>
  findingIf(
    databaseUrl !== undefined && secretKeys.length === 0,
    'Keys of GOV.UK Notify and client secrets cannot be kept: there is no key to seal them with.',
    'Set DOORSTEP_SECRET_KEY to what `openssl rand -base64 32` prints, the same for every server, and keep a copy elsewhere.',
  )

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
    cure: `With credentials that may set the bucket’s rules run: ${COMMAND_PREFIX} bucket. It lets ${origin} (DOORSTEP_URL) in; where the store does not know the call, set it as docs/operating.md says under "S3".`,
  },
  'if-none-match': {
    what: 'The store ignores If-None-Match, so that an upload could replace a template that was accepted.',
    cure: 'Copy the bucket into a store that knows conditional writes, such as Amazon S3, or SeaweedFS or Ceph in their current versions, and set S3_ENDPOINT.',
  },
  'late lists': {
    what: 'The store’s lists lack what was just stored or still have what was just removed, so that after a restore an erased household could come back.',
    cure: 'Copy the bucket into a store whose lists are complete at once, as Amazon S3’s are, and set S3_ENDPOINT.',
  },
  clock: wrongClock('the store'),
  'rules versions': {
    what: `The bucket keeps versions of what was deleted for longer than ${MAX_VERSION_DAYS} days, so that an erased household stays in them.`,
    cure: `With credentials that may set the bucket’s rules run: ${COMMAND_PREFIX} bucket`,
  },
  'rules expiring': {
    what: 'A rule of the bucket removes current files after a time.',
    cure: 'Take the expiration of current versions out of its lifecycle rules: Doorstep removes files itself when their time is over.',
  },
  'rules forbidden': {
    what: 'Whether the bucket keeps versions of what was deleted cannot be seen.',
    cure: 'Allow the credentials s3:GetBucketVersioning and s3:GetLifecycleConfiguration.',
  },
})

async function examineFiles({ s3, publicUrl }: Config): Promise<Finding[]> {
  if (!s3) return []
  const { origin } = new URL(publicUrl)
  const { examineStore } = await import('../../clients/s3Examination')
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
