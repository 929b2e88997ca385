import { join } from 'node:path'
import type { Config } from './config'
import { openDatabase, type Database } from './db/database'
import { forgetStatistics } from './db/statistics'
import { createNeedToKnowService } from './modules/households/need-to-know/service'
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
import { createPrintedMapService } from './modules/households/printed-map/service'
import { createHouseholdsService } from './modules/households/households/service'
import { createKeepingService } from './modules/data-protection/retention/service'
import { createNightly } from './modules/platform/nightly/service'
import { createIdempotencyService } from './modules/platform/idempotency/service'
import { createSendingService } from './modules/campaigns/sending/service'
import type { SenderOptions } from './modules/campaigns/sending/sender'
import { createBackgroundJobsService } from './modules/organisations/background-jobs/service'
import { createImportsService } from './modules/households/imports/service'
import { createOrganisationsService } from './modules/organisations/organisations/service'
import { createPeopleService } from './modules/organisations/people/service'
import { createTeamService } from './modules/organisations/people/team'
import { createContactHistory } from './modules/campaigns/recipients/contactHistory'
import { createRecipientsService } from './modules/campaigns/recipients/service'
import { createDocuments, type AnswerTimes } from './modules/campaigns/letters/documents/documents'
import { createGenuineLettersService } from './modules/campaigns/genuine-letters/service'
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
import { createSessionsService } from './modules/organisations/sessions/service'
import { createViewAsService } from './modules/organisations/sessions/viewAs'
import { createSnapshotsService } from './modules/households/snapshots/service'
import { createFilterTemplatesService } from './modules/households/filter-templates/service'
import { createTrendsService } from './modules/households/trends/service'
import { createVisitHistory } from './modules/campaigns/visits/visitHistory'
import { createVisitsService } from './modules/campaigns/visits/service'
import { createNotifyAccountsService } from './modules/campaigns/notify-accounts/service'
import { createTemplatesService } from './modules/campaigns/templates/service'
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
  options: { readonly sender?: SenderOptions | undefined; readonly documentTimes?: AnswerTimes } = {},
) {
  const notes = await loadNotes(config.assistantNotes)
  const database =
    opened ?? (await openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataFolder }))
  const queue = createQueue(database)
  const { demoAccounts } = config
  const secrets = createSecrets(config)
  const audit = createAuditService({ database, secrets })
  const needToKnow = createNeedToKnowService({ database, audit })
  const provider = createProviderService({ database })
  const organisations = createOrganisationsService({ database, audit, demoAccounts })
  const identity = createIdentityService({ database, organisations, provider, secrets })
  const people = createPeopleService({ database, audit, demoAccounts })
  const team = createTeamService({ database, audit })
  const sessions = createSessionsService({ database, demoAccounts })
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
  const filters = createFiltersService({ database, snapshots, needToKnow, contactHistory })
  const households = createHouseholdsService({
    config,
    snapshots,
    filters,
    organisations,
    audit,
    needToKnow,
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
    needToKnow,
    files,
    client: calculatorClient(config),
  })
  const idempotency = createIdempotencyService({ database })
  const filterTemplates = createFilterTemplatesService({ database, filters, idempotency })
  const sandbox = await findSandbox(config.bwrapPath)
  const office = await findLibreOffice(config.sofficePath, sandbox)
  const notifySimulator = productSimulator(config, database)
  const notifySettings = config.notify ?? notifySimulator?.settings
  const notify = notifySettings && createNotifyClient({ ...notifySettings, timeoutMs: options.sender?.times?.callMs })
  const notifyAccounts = createNotifyAccountsService({
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
  const genuineLetters = createGenuineLettersService({
    database,
    organisations,
    notifyAccounts,
    recipients,
    secrets,
    config,
  })
  const letters = createLettersService({
    database,
    queue,
    audit,
    files,
    recipients,
    marks: genuineLetters.marks,
    documents: createDocuments({ scratch, sandbox, office }, options.documentTimes),
    commonValues: (organisationId, benefitName) =>
      commonValues(
        { organisations, notifyAccounts, genuinePage: genuineLetters.address, now: () => new Date() },
        { organisationId, benefitName },
      ),
  })
  const imports = createImportsService({
    database,
    queue,
    audit,
    files,
    organisations,
    snapshots,
    snapshotStore,
    needToKnow,
    scratch,
    sandbox,
    dataFolder: config.dataFolder,
  })
  const campaigns = createCampaignsService({
    database,
    queue,
    audit,
    needToKnow,
    idempotency,
    snapshots,
    files,
    filters,
    organisations,
    contacts,
    contactHistory,
    recipients,
    letters,
    notifyAccounts,
    genuinePage: genuineLetters.address,
    letterLooks: genuineLetters.looks,
  })
  const ledger = createLedger(files)
  const forgetSimulated = async () => void (await notifySimulator?.forgetUnknown())
  const householdRights = createHouseholdRightsService({
    database,
    queue,
    audit,
    needToKnow,
    snapshots,
    files,
    campaigns,
    calculator,
    imports,
    filterTemplates,
    ledger,
    forgetSimulated,
  })
  const visits = createVisitsService({ database, secrets, audit, needToKnow, households, campaigns })
  const sending = createSendingService({
    database,
    queue,
    audit,
    campaigns,
    recipients,
    contacts,
    letters,
    notify,
    serviceName: config.notifyServiceName,
    accounts: notifyAccounts,
    callbackToken: notifySimulator?.callbackToken ?? config.notifyCallbackToken,
    checkAfterSeconds: notifySimulator?.checkAfterSeconds,
    sender: options.sender,
  })
  const assistant = createAssistantService({
    database,
    notes,
    model: config.assistantModel && createModelClient(config.assistantModel),
    nationOf: async (organisationId) => nationOfCode(await snapshots.localAuthorityCode(organisationId)),
  })
  const reportDeps = { database, campaigns, contactHistory, snapshots, files, audit, needToKnow, organisations }
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
      looks: (id, before) => needToKnow.deleteLooksBefore(id, before),
      audit: (id, before) => audit.deleteBefore(id, before),
    },
  })
  const leavingDeps = { database, queue, files, ledger, calculator, sending, snapshots, forgetSimulated }
  const leaving = createLeavingService(leavingDeps)
  const eraseAgain = async () => householdRights.erasures.eraseAgain((await organisations.list()).map(({ id }) => id))
  const forgetAgain = () => leaving.removeAgain().then(eraseAgain)
  // Before the first answer. The nightly work, which runs at every start, repeats what fails.
  queue.whenStarted(() => forgetAgain().catch(() => {}))
  const forgetStatisticsToo = () => database.asSystem(forgetStatistics)
  const works = [
    forgetAgain,
    audit.seal,
    () => keeping.forget(),
    filterTemplates.links.deleteExpired,
    forgetStatisticsToo,
  ]
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
    needToKnow,
    keeping,
    snapshots,
    files,
    /** For snapshots, with servers that share no disk. */
    snapshotStore,
    leaving,
    filters,
    households,
    printedMap: createPrintedMapService({ snapshots, filters, basemaps, organisations, needToKnow, audit }),
    visits,
    basemaps,
    calculator,
    idempotency,
    filterTemplates,
    trends: createTrendsService({ snapshots, filters, needToKnow }),
    recipients,
    genuineLetters,
    letters,
    campaigns,
    certificates: createCertificatesService({ database, audit, campaigns, organisations, files }),
    sending,
    templates: createTemplatesService({ database, audit, campaigns, letters }),
    imports,
    backgroundJobs: createBackgroundJobsService({ queue, organisations, audit }),
    notifyAccounts,
    /** Replaces GOV.UK Notify without a key, never in production. */
    notifySimulator,
    assistant,
    reports,
    renewals,
    replies: createRepliesService({ database, audit, needToKnow, recipients, genuineLetters, campaigns }),
    contacts,
    contactHistory,
    householdRights,
    queue,
    /** In an order that loses nothing. */
    async close() {
      await queue.stop()
      await genuineLetters.close()
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
