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
import { createNotifyClient } from './clients/notifyClient'
import { productSimulator } from './demo/notify-simulator/productSimulator'
import { createCalculatorService } from './modules/households/calculator/service'
import { createCampaignsService } from './modules/campaigns/campaigns/service'
import { commonValues } from './modules/campaigns/campaigns/commonValues'
import { createCertificatesService } from './modules/results/certificates/service'
import { openFiles } from './modules/platform/files/openFiles'
import { createUploadsService } from './modules/platform/files/uploads'
import { createDeviceKeysService } from './modules/organisations/device-keys/service'
import { createContactsService } from './modules/households/contacts/service'
import { createFiltersService } from './modules/households/filters/service'
import { createLedger } from './modules/platform/erasure-ledger/ledger'
import { createPrintedMapService } from './modules/households/printed-map/service'
import { createHouseholdsService } from './modules/households/households/service'
import { createRetentionService } from './modules/data-protection/retention/service'
import { createNightly } from './modules/platform/nightly/service'
import { createIdempotencyService } from './modules/platform/idempotency/service'
import { createNoticesService } from './modules/campaigns/notices/service'
import { createSendingService } from './modules/campaigns/sending/service'
import type { SendingOptions } from './modules/campaigns/sending/accounts'
import { createBackgroundJobsService } from './modules/organisations/background-jobs/service'
import { createImportsService } from './modules/households/imports/service'
import { createMonthTokensService } from './modules/households/month-tokens/service'
import { createOrganisationsService } from './modules/organisations/organisations/service'
import { createPeopleService } from './modules/organisations/people/service'
import { createMonthCampaigns } from './modules/campaigns/campaigns/monthCampaigns'
import { createContactHistory } from './modules/campaigns/recipients/contactHistory'
import { createDocuments, type AnswerTimes } from './modules/campaigns/letters/documents/documents'
import { createGenuineLettersService } from './modules/campaigns/genuine-letters/service'
import { createOffboardingService } from './modules/data-protection/offboarding/service'
import { createLettersService } from './modules/campaigns/letters/service'
import { loadNotes, nationOfCode } from './modules/assistant/notes'
import { createProviderService } from './modules/organisations/provider/service'
import { createAssistantService } from './modules/assistant/service'
import { loadSynonyms } from './modules/assistant/synonyms'
import { createRenewalsService } from './modules/results/renewals/service'
import { createReportsService } from './modules/results/reports/service'
import { createYearResultsService } from './modules/results/reports/year/service'
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

interface Options {
  readonly sender?: SendingOptions | undefined
  readonly documentTimes?: AnswerTimes
}

/**
 * Each wing is built on those above; `queue.start()` starts workers.
 * @throws DataFolderInUse; Error naming an unreadable policy note or synonym
 */
export async function createServices(config: Config, opened?: Database, options: Options = {}) {
  const notes = await loadNotes(config.assistantNotes)
  const synonyms = await loadSynonyms(config.assistantNotes)
  const platform = await createPlatform(config, opened)
  const organisations = createOrganisationsWing(platform)
  const households = createHouseholdsWing({ ...platform, ...organisations })
  const campaigns = await createCampaignsWing({ ...platform, ...organisations, ...households }, options)
  const results = createResultsWing({ ...platform, ...organisations, ...households, ...campaigns })
  const dataProtection = createDataProtectionWing({ ...platform, ...organisations, ...households, ...campaigns })
  const services = { ...platform, ...organisations, ...households, ...campaigns, ...results, ...dataProtection }
  scheduleNightly(services)
  return {
    ...services,
    assistant: createAssistant(services, { notes, synonyms }),
    /** In an order that loses nothing. */
    async close() {
      await services.queue.stop()
      await services.genuineLetters.close()
      await services.printedMap.close()
      await services.snapshots.close()
      await services.database.close()
    },
  }
}

type Platform = Awaited<ReturnType<typeof createPlatform>>
type OrganisationsWing = ReturnType<typeof createOrganisationsWing>
type HouseholdsWing = ReturnType<typeof createHouseholdsWing>
type CampaignsWing = Awaited<ReturnType<typeof createCampaignsWing>>
type DataProtectionWing = ReturnType<typeof createDataProtectionWing>

async function createPlatform(config: Config, opened: Database | undefined) {
  const database =
    opened ?? (await openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataFolder }))
  const scratch = createScratch(join(config.dataFolder, 'scratch'))
  const files = await openFiles(config, scratch)
  const secrets = createSecrets(config)
  return {
    config,
    database,
    queue: createQueue(database),
    secrets,
    scratch,
    sandbox: await findSandbox(config.bwrapPath),
    files,
    uploads: createUploadsService({ database, files }),
    /** Servers that share no disk need it. */
    snapshotStore: config.s3 && files,
    idempotency: createIdempotencyService({ database, secrets }),
    ledger: createLedger(files),
  }
}

function createOrganisationsWing({ config, database, queue, secrets }: Platform) {
  const { demoAccounts } = config
  const audit = createAuditService({ database, secrets })
  const provider = createProviderService({ database })
  const organisations = createOrganisationsService({ database, audit, demoAccounts })
  return {
    audit,
    provider,
    organisations,
    people: createPeopleService({ database, audit, demoAccounts }),
    identity: createIdentityService({ database, organisations, provider, secrets }),
    sessions: createSessionsService({ database, demoAccounts }),
    views: createViewAsService({ database, organisations, audit }),
    deviceKeys: createDeviceKeysService({ database }),
    backgroundJobs: createBackgroundJobsService({ queue, organisations, audit }),
  }
}

function createHouseholdsWing(above: Platform & OrganisationsWing) {
  const { config, database, queue, files, uploads, snapshotStore, scratch, sandbox, idempotency } = above
  const { audit, organisations } = above
  const { dataFolder } = config
  const contactHistory = createContactHistory(database)
  const visitHistory = createVisitHistory(database)
  const snapshots = createSnapshotsService({
    database,
    dataFolder,
    store: snapshotStore,
    cacheMegabytes: config.snapshotCacheMegabytes,
    memoryMegabytes: config.snapshotMemoryMegabytes,
  })
  const needToKnow = createNeedToKnowService({ database, audit })
  const contacts = createContactsService({ database, audit })
  const monthTokens = createMonthTokensService({ database, audit, config })
  const imports = createImportsService({
    ...{ database, queue, audit, files, uploads, organisations, snapshots, snapshotStore },
    ...{ needToKnow, monthTokens, scratch, sandbox, dataFolder, publicUrl: config.publicUrl },
    monthCampaigns: createMonthCampaigns({ queue, audit, now: () => new Date() }),
    now: () => new Date(),
  })
  const filters = createFiltersService({ database, snapshots, needToKnow, contactHistory, visitHistory })
  const households = createHouseholdsService({
    ...{ config, snapshots, filters, organisations, audit, needToKnow, contactHistory, visitHistory },
  })
  const basemaps = createBasemapsService({ database, files, pmtilesFile: config.basemapPmtiles })
  const calculator = createCalculatorService({
    ...{ database, queue, snapshots, filters, households, organisations, audit, needToKnow, files },
    client: calculatorClient(config),
  })
  return {
    contactHistory,
    snapshots,
    needToKnow,
    contacts,
    monthTokens,
    imports,
    filters,
    filterTemplates: createFilterTemplatesService({ database, filters, idempotency }),
    households,
    trends: createTrendsService({ snapshots, filters, needToKnow }),
    basemaps,
    printedMap: createPrintedMapService({ snapshots, filters, basemaps, organisations, needToKnow, audit }),
    calculator,
  }
}

async function createCampaignsWing(
  above: Platform & OrganisationsWing & HouseholdsWing,
  { sender, documentTimes }: Options,
) {
  const { config, database, queue, secrets, scratch, sandbox, files, uploads, idempotency } = above
  const { audit, organisations, snapshots, needToKnow, contacts, contactHistory, filters, households } = above
  const { filterTemplates, people } = above
  const { notify, notifySimulator, fallback } = connectNotify(above, sender)
  const notifyAccounts = createNotifyAccountsService({ database, audit, secrets, config, fallback })
  const genuineLetters = createGenuineLettersService({
    ...{ database, organisations, notifyAccounts, secrets, config },
  })
  const { address: genuinePage, looks: letterLooks, marks } = genuineLetters
  const office = await findLibreOffice(config.sofficePath, sandbox)
  const letters = createLettersService({
    ...{ database, queue, audit, needToKnow, files, uploads, marks },
    documents: createDocuments({ scratch, sandbox, office }, documentTimes),
    commonValues: (organisationId, benefitName) =>
      commonValues(
        { organisations, notifyAccounts, genuinePage, now: () => new Date() },
        { organisationId, benefitName },
      ),
  })
  const templates = createTemplatesService({ database, audit, organisations, letters, notifyAccounts, genuinePage })
  const campaigns = createCampaignsService({
    ...{ database, queue, audit, needToKnow, idempotency, snapshots, files, filters, organisations },
    ...{ contacts, contactHistory, notifyAccounts, genuinePage, letterLooks, filterTemplates },
    texts: templates.texts,
    letters: letters.ofCampaigns,
  })
  createNoticesService({ database, queue, organisations, people, notifyAccounts, config })
  return {
    campaigns,
    sending: createSendingService({
      ...{ database, queue, audit, campaigns, contacts, notify, sender },
      letters: letters.ofCampaigns,
      accounts: notifyAccounts,
      serviceName: config.notifyServiceName,
      callbackToken: notifySimulator?.callbackToken ?? config.notifyCallbackToken,
      checkAfterSeconds: notifySimulator?.checkAfterSeconds,
    }),
    letters,
    templates,
    notifyAccounts,
    /** Replaces GOV.UK Notify without a key, never in production. */
    notifySimulator,
    genuineLetters,
    replies: createRepliesService({
      ...{ database, audit, needToKnow, genuineLetters, campaigns, organisations, notifyAccounts },
    }),
    visits: createVisitsService({ database, secrets, audit, needToKnow, households, campaigns }),
  }
}

function connectNotify({ config, database }: Platform, sender: SendingOptions | undefined) {
  const notifySimulator = productSimulator(config, database)
  const settings = config.notify ?? notifySimulator?.settings
  const notify = settings && createNotifyClient({ ...settings, timeoutMs: sender?.times?.callMs })
  const account: 'operator' | 'simulator' = config.notify ? 'operator' : 'simulator'
  return { notify, notifySimulator, fallback: notify && { account, notify, serviceName: config.notifyServiceName } }
}

function createResultsWing(above: Platform & OrganisationsWing & HouseholdsWing & CampaignsWing) {
  const { database, files, audit, organisations, snapshots, needToKnow, contactHistory, campaigns } = above
  const compared = { database, campaigns, contactHistory, snapshots, files, audit, needToKnow, organisations }
  const reports = createReportsService(compared)
  return {
    reports,
    yearResults: createYearResultsService({ ...compared, reports }),
    renewals: createRenewalsService({ ...compared, reports }),
    certificates: createCertificatesService({ database, audit, campaigns, organisations, files }),
  }
}

function createDataProtectionWing(above: Platform & OrganisationsWing & HouseholdsWing & CampaignsWing) {
  const { database, queue, files, ledger, audit, snapshots, needToKnow, imports, filterTemplates, calculator } = above
  const { campaigns, replies, sending, visits, notifySimulator } = above
  return {
    householdRights: createHouseholdRightsService({
      ...{ database, queue, audit, needToKnow, snapshots, files, campaigns, replies, calculator },
      ...{ imports, filterTemplates, ledger, notifySimulator },
    }),
    retention: createRetentionService({
      ...{ database, audit, files, campaigns, replies, visits, calculator, snapshots, imports, needToKnow },
    }),
    offboarding: createOffboardingService({
      ...{ database, queue, files, ledger, calculator, sending, snapshots, notifySimulator },
    }),
  }
}

function createAssistant(
  { config, database, organisations, snapshots }: Platform & OrganisationsWing & HouseholdsWing,
  library: Pick<Parameters<typeof createAssistantService>[0], 'notes' | 'synonyms'>,
) {
  return createAssistantService({
    database,
    ...library,
    model: config.assistantModel && createModelClient(config.assistantModel),
    councilOf: async (organisationId) => ({
      name: (await organisations.get(organisationId)).name,
      nation: nationOfCode(await snapshots.months.findLocalAuthority(organisationId)),
    }),
  })
}

function scheduleNightly(services: Platform & OrganisationsWing & HouseholdsWing & DataProtectionWing): void {
  const { database, queue, idempotency, uploads, audit, organisations, filterTemplates } = services
  const { householdRights, retention, offboarding } = services
  const eraseAgain = async () => householdRights.erasures.eraseAgain((await organisations.list()).map(({ id }) => id))
  const forgetAgain = () => offboarding.removeAgain().then(eraseAgain)
  // Before the first answer; the nightly work repeats what fails.
  queue.whenStarted(() => forgetAgain().catch(() => {}))
  createNightly({
    database,
    queue,
    works: [
      forgetAgain,
      audit.seal,
      retention.forget,
      filterTemplates.links.deleteExpired,
      filterTemplates.indexOld,
      uploads.deleteOld,
      idempotency.deleteOld,
      () => database.asSystem(forgetStatistics),
    ],
  })
}

function calculatorClient({ calculatorUrl: url, calculatorSecret: secret }: Config): CalculatorClient | undefined {
  if (!url) return undefined
  if (!secret)
    throw new Error('CALCULATOR_URL is set without CALCULATOR_SECRET: set the secret that its batches are signed with.')
  return createCalculatorClient({ url, secret })
}
