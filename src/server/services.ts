import { join } from 'node:path'
import type { Config } from './config'
import { openDatabase, type Database } from './db/database'
import { forgetStatistics } from './db/statistics'
import { createAccessService } from './modules/households/need-to-know/service'
import { createAuditService } from './modules/organisations/audit/service'
import { createBasemapsService } from './modules/households/basemaps/service'
import { findLibreOffice } from './clients/libreOffice'
import { findSandbox } from './clients/sandbox'
import { createCalculatorClient, type CalculatorClient } from './clients/calculator'
import { createModelClient } from './clients/llm'
import { createNotifyClient } from './clients/notify'
import { productSimulator } from './demo/notify-simulator/productSimulator'
import { createCalculatorService } from './modules/households/calculator/service'
import { createCampaignsService } from './modules/campaigns/campaigns/service'
import { commonValues } from './modules/campaigns/campaigns/commonValues'
import { createCertificatesService } from './modules/results/certificates/service'
import { createObjectStore } from './clients/s3'
import { removeOlder } from './modules/platform/files/service'
import { createStoredFiles } from './modules/platform/files/store'
import { createFolderFiles } from './modules/platform/files/folder'
import { createDeviceKeysService } from './modules/organisations/device-keys/service'
import { createContactsService } from './modules/households/contacts/service'
import { createFiltersService } from './modules/households/filters/service'
import { createLedger } from './modules/platform/erasure-ledger/ledger'
import { createMapExportsService } from './modules/households/printed-map/service'
import { createHouseholdsService } from './modules/households/households/service'
import { createKeepingService } from './modules/data-protection/retention/service'
import { createNightly } from './modules/platform/nightly/service'
import { createIdempotencyService } from './modules/platform/idempotency/service'
import { createMessagesService } from './modules/campaigns/sending/service'
import type { SenderOptions } from './modules/campaigns/sending/sender'
import { createJobsService } from './modules/organisations/background-jobs/service'
import { createMonthsService } from './modules/households/imports/service'
import { createOrganisationService } from './modules/organisations/organisations/service'
import { createPeopleService } from './modules/organisations/people/service'
import { createTeamService } from './modules/organisations/people/team'
import { createContactHistory } from './modules/campaigns/recipients/contactHistory'
import { createRecipientsService } from './modules/campaigns/recipients/service'
import { createDocuments, type AnswerTimes } from './modules/campaigns/letters/documents/documents'
import { createLetterCheckService } from './modules/campaigns/genuine-letters/service'
import { createLeavingService } from './modules/data-protection/offboarding/service'
import { createLettersService } from './modules/campaigns/letters/service'
import { loadNotes, nationOfCode } from './modules/assistant/notes'
import { createProviderService } from './modules/organisations/provider/service'
import { createAssistantService } from './modules/assistant/service'
import { createRenewalsService } from './modules/results/renewals/service'
import { createReportsService } from './modules/results/reports/service'
import { createRepliesService } from './modules/campaigns/replies/service'
import { createHouseholdRightsService } from './modules/data-protection/household-rights/service'
import { createIdentityService } from './modules/organisations/sessions/identity'
import { createSessionService } from './modules/organisations/sessions/service'
import { createViewAsService } from './modules/organisations/sessions/viewAs'
import { createSnapshotsService } from './modules/households/snapshots/service'
import { createTemplatesService } from './modules/households/filter-templates/service'
import { createTrendsService } from './modules/households/trends/service'
import { createVisitHistory } from './modules/campaigns/visits/visitHistory'
import { createVisitsService } from './modules/campaigns/visits/service'
import { createSendingService } from './modules/campaigns/notify-accounts/service'
import { createMessageTemplatesService } from './modules/campaigns/templates/service'
import { createSecrets } from './lib/secrets'
import { createQueue } from './jobs/queue'
import { createScratch } from './lib/scratch'

export type Services = Awaited<ReturnType<typeof createServices>>

/**
 * Builds the services; `queue.start()` starts workers.
 * @throws DataFolderInUse; Error naming an unreadable policy note
 */
export async function createServices(
  config: Config,
  opened?: Database,
  options: { readonly sending?: SenderOptions | undefined; readonly documentTimes?: AnswerTimes } = {},
) {
  const notes = await loadNotes(config.assistantNotes)
  const database =
    opened ?? (await openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataFolder }))
  const queue = createQueue(database)
  const { demoAccounts } = config
  const secrets = createSecrets(config)
  const audit = createAuditService({ database, secrets })
  const access = createAccessService({ database, audit })
  const provider = createProviderService({ database })
  const organisations = createOrganisationService({ database, audit, demoAccounts })
  const identity = createIdentityService({ database, organisations, provider, secrets })
  const people = createPeopleService({ database, audit, demoAccounts })
  const team = createTeamService({ database, audit })
  const sessions = createSessionService({ database, demoAccounts })
  const views = createViewAsService({ database, organisations, audit })
  const scratch = createScratch(join(config.dataFolder, 'scratch'))
  const files = config.s3
    ? createStoredFiles(createObjectStore(config.s3), scratch)
    : createFolderFiles(config.dataFolder, scratch)
  const snapshotStore = config.s3 && files
  const snapshots = createSnapshotsService({
    database,
    dataFolder: config.dataFolder,
    store: snapshotStore,
    cacheMegabytes: config.snapshotCacheMegabytes,
    memoryMegabytes: config.snapshotMemoryMegabytes,
  })
  const recipients = createRecipientsService({ database })
  const contacts = createContactsService({ database, audit })
  const contactHistory = createContactHistory(database)
  const filters = createFiltersService({ database, snapshots, access, contactHistory })
  const households = createHouseholdsService({
    config,
    snapshots,
    filters,
    organisations,
    audit,
    access,
    contactHistory,
    visitHistory: createVisitHistory(database),
  })
  const basemaps = createBasemapsService({ database, files, pmtilesFile: config.basemapPmtiles })
  const calculator = createCalculatorService({
    database,
    queue,
    snapshots,
    households,
    organisations,
    audit,
    access,
    files,
    client: calculatorClient(config),
  })
  const idempotency = createIdempotencyService({ database })
  const templates = createTemplatesService({ database, filters, idempotency })
  const sandbox = await findSandbox(config.bwrapPath)
  const office = await findLibreOffice(config.sofficePath, sandbox)
  const notifySimulator = productSimulator(config, database)
  const notifySettings = config.notify ?? notifySimulator?.settings
  const notify = notifySettings && createNotifyClient({ ...notifySettings, timeoutMs: options.sending?.times?.callMs })
  const sending = createSendingService({
    database,
    audit,
    secrets,
    config,
    fallback: notify && {
      account: config.notify ? 'operator' : 'simulator',
      notify,
      serviceName: config.notifyServiceName,
    },
  })
  const letterCheck = createLetterCheckService({ database, organisations, sending, recipients, secrets, config })
  const letters = createLettersService({
    database,
    queue,
    audit,
    files,
    recipients,
    marks: letterCheck.marks,
    documents: createDocuments({ scratch, sandbox, office }, options.documentTimes),
    commonValues: (organisationId, benefitName) =>
      commonValues(
        { organisations, sending, genuinePage: letterCheck.address, now: () => new Date() },
        { organisationId, benefitName },
      ),
  })
  const months = createMonthsService({
    database,
    queue,
    audit,
    files,
    organisations,
    snapshots,
    snapshotStore,
    access,
    scratch,
    sandbox,
    dataFolder: config.dataFolder,
  })
  const campaigns = createCampaignsService({
    database,
    queue,
    audit,
    access,
    idempotency,
    snapshots,
    files,
    filters,
    organisations,
    contacts,
    contactHistory,
    recipients,
    letters,
    sending,
    genuinePage: letterCheck.address,
    letterLooks: letterCheck.looks,
  })
  const ledger = createLedger(files)
  const forgetSimulated = async () => void (await notifySimulator?.forgetUnknown())
  const householdRights = createHouseholdRightsService({
    database,
    queue,
    audit,
    access,
    snapshots,
    files,
    campaigns,
    calculator,
    months,
    templates,
    ledger,
    forgetSimulated,
  })
  const visits = createVisitsService({ database, secrets, audit, access, households, campaigns })
  const messages = createMessagesService({
    database,
    queue,
    audit,
    campaigns,
    recipients,
    contacts,
    letters,
    notify,
    serviceName: config.notifyServiceName,
    accounts: sending,
    callbackToken: notifySimulator?.callbackToken ?? config.notifyCallbackToken,
    checkAfterSeconds: notifySimulator?.checkAfterSeconds,
    sending: options.sending,
  })
  const assistant = createAssistantService({
    database,
    notes,
    model: config.assistantModel && createModelClient(config.assistantModel),
    nationOf: async (organisationId) => nationOfCode(await snapshots.localAuthorityCode(organisationId)),
  })
  const reportDeps = { database, campaigns, contactHistory, snapshots, files, audit, access, organisations }
  const reports = createReportsService(reportDeps)
  const renewals = createRenewalsService({ ...reportDeps, reports })
  const keeping = createKeepingService({
    database,
    audit,
    forgetting: {
      campaigns: (id, before) => campaigns.clearCompleted(id, before),
      exports: async (id, before) =>
        (await removeOlder(files, `exports/${id}`, before)) + (await removeOlder(files, `renewals/${id}`, before)),
      calculatorResults: (id, before) => calculator.deleteBefore(id, before),
      snapshots: (id, before) => snapshots.deleteBefore(id, before),
      visits: (id, before) => visits.deleteBefore(id, before),
      looks: (id, before) => access.deleteLooksBefore(id, before),
      audit: (id, before) => audit.deleteBefore(id, before),
    },
  })
  const leavingDeps = { database, queue, files, ledger, calculator, messages, snapshots, forgetSimulated }
  const leaving = createLeavingService(leavingDeps)
  const eraseAgain = async () => householdRights.erasures.eraseAgain((await organisations.list()).map(({ id }) => id))
  const forgetAgain = () => leaving.removeAgain().then(eraseAgain)
  // Before the first answer. The nightly work, which runs at every start, repeats what fails.
  queue.whenStarted(() => forgetAgain().catch(() => {}))
  const forgetStatisticsToo = () => database.asSystem(forgetStatistics)
  const works = [forgetAgain, audit.seal, () => keeping.forget(), templates.links.deleteExpired, forgetStatisticsToo]
  createNightly({ database, queue, works })
  return {
    config,
    database,
    provider,
    organisations,
    identity,
    people,
    team,
    sessions,
    views,
    deviceKeys: createDeviceKeysService({ database }),
    audit,
    access,
    keeping,
    snapshots,
    files,
    /** For snapshots, with servers that share no disk. */
    snapshotStore,
    leaving,
    filters,
    households,
    mapExports: createMapExportsService({ snapshots, filters, basemaps, organisations, access, audit }),
    visits,
    basemaps,
    calculator,
    idempotency,
    templates,
    trends: createTrendsService({ snapshots, filters, access }),
    recipients,
    letterCheck,
    letters,
    campaigns,
    certificates: createCertificatesService({ database, audit, campaigns, organisations, files }),
    messages,
    messageTemplates: createMessageTemplatesService({ database, audit, campaigns, letters }),
    months,
    jobs: createJobsService({ queue, organisations, audit }),
    sending,
    /** Replaces GOV.UK Notify without a key, never in production. */
    notifySimulator,
    assistant,
    reports,
    renewals,
    replies: createRepliesService({ database, audit, access, recipients, letterCheck, campaigns }),
    contacts,
    contactHistory,
    householdRights,
    queue,
    /** In an order that loses nothing. */
    async close() {
      await queue.stop()
      await letterCheck.close()
      await snapshots.close()
      await database.close()
    },
  }
}

/** @throws Error for an address without a secret */
function calculatorClient({ calculatorUrl: url, calculatorSecret: secret }: Config): CalculatorClient | undefined {
  if (!url) return undefined
  if (!secret)
    throw new Error('CALCULATOR_URL is set without CALCULATOR_SECRET: set the secret that its batches are signed with.')
  return createCalculatorClient({ url, secret })
}
