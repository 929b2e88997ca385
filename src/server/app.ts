import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { getOwnAccess } from '#contract/households/needToKnow'
import { needToKnowRoutes } from './modules/households/need-to-know/routes'
import { auditRoutes } from './modules/organisations/audit/routes'
import { WITNESS_MESSAGE } from './modules/organisations/audit/witness'
import { basemapsRoutes } from './modules/households/basemaps/routes'
import { calculatorRoutes } from './modules/households/calculator/routes'
import { campaignsRoutes } from './modules/campaigns/campaigns/routes'
import { deviceKeysRoutes } from './modules/organisations/device-keys/routes'
import { fileRoutes } from './modules/platform/files/routes'
import { filtersRoutes } from './modules/households/filters/routes'
import { dotColoursShown } from './modules/households/households/dotColours'
import { householdsRoutes } from './modules/households/households/routes'
import { printedMapRoutes } from './modules/households/printed-map/routes'
import { createOidcClient } from './clients/oidc'
import { traceRequests } from './clients/tracing'
import { inProcessFetch } from './demo/identity-provider/inProcessFetch'
import { identityProvider } from './demo/identity-provider/routes'
import { sendingRoutes } from './modules/campaigns/sending/routes'
import { retentionRoutes } from './modules/data-protection/retention/routes'
import { genuineLettersRoutes } from './modules/campaigns/genuine-letters/routes'
import { lettersRoutes } from './modules/campaigns/letters/routes'
import { backgroundJobsRoutes } from './modules/organisations/background-jobs/routes'
import { handoverRoutes } from './modules/households/imports/handoverRoutes'
import { importsRoutes } from './modules/households/imports/routes'
import { monthTokensRoutes } from './modules/households/month-tokens/routes'
import { organisationsRoutes } from './modules/organisations/organisations/routes'
import { peopleRoutes } from './modules/organisations/people/routes'
import { assistantRoutes } from './modules/assistant/routes'
import { certificatesRoutes } from './modules/results/certificates/routes'
import { renewalsRoutes } from './modules/results/renewals/routes'
import { reportsRoutes } from './modules/results/reports/routes'
import { repliesRoutes } from './modules/campaigns/replies/routes'
import { householdRightsRoutes } from './modules/data-protection/household-rights/routes'
import { notifyAccountsRoutes } from './modules/campaigns/notify-accounts/routes'
import { templatesRoutes } from './modules/campaigns/templates/routes'
import { findLastBackup } from './modules/platform/files/lastBackup'
import { sessionsRoutes } from './modules/organisations/sessions/routes'
import { createSignIn } from './modules/organisations/sessions/signIn'
import { signInRoutes } from './modules/organisations/sessions/signInRoutes'
import { snapshotsRoutes } from './modules/households/snapshots/routes'
import { filterTemplatesRoutes } from './modules/households/filter-templates/routes'
import { trendsRoutes } from './modules/households/trends/routes'
import { visitsRoutes } from './modules/campaigns/visits/routes'
import { diskFault } from './lib/operator'
import { apiDocsPlugin } from './http/apiDocs'
import { bodiesPlugin } from './http/bodies'
import { compressionPlugin } from './http/compression'
import { connectionOptions, type Timeouts } from './http/connections'
import { costlyCallsPlugin } from './http/costlyCalls'
import { errorsPlugin } from './http/errors'
import { forwardingPlugin } from './http/forwarding'
import { healthPlugin } from './http/health'
import { buildMetricsApp, requestMetricsPlugin } from './http/metrics'
import { badRequest } from './http/faults'
import { loggingOptions, type LogStream } from './http/logging'
import { anySignedIn, route } from './http/route'
import { rateLimitsPlugin } from './http/rateLimits'
import { sameOriginPlugin } from './http/sameOrigin'
import { bareSecurityHeaders, securityHeadersPlugin } from './http/securityHeaders'
import { securityTxtPlugin } from './http/securityTxt'
import { sessionPlugin } from './http/session'
import { staticFilesPlugin } from './http/staticFiles'
import { textGuardPlugin } from './http/textGuard'
import type { Services } from './services'

const BODY_LIMIT_BYTES = 4 * 1024 * 1024

interface BuildOptions {
  readonly logTo?: LogStream
  readonly isTerminal?: boolean
  readonly seeRoute?: (method: string, url: string) => void
  readonly timeouts?: Timeouts
}

/** What `/metrics` answers, for a port of its own. */
export const buildMetrics = (services: Services): FastifyInstance =>
  buildMetricsApp({ ...services, findLastBackup: () => findLastBackup(services.files) })

const trustHops = (proxies: number) => (_address: string, hop: number) => hop < proxies

/** Does not listen yet. */
export async function buildApp(services: Services, options: BuildOptions = {}): Promise<FastifyInstance> {
  const { config } = services
  const app: FastifyInstance = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    ...connectionOptions(config, options.timeouts),
    // A longer id still reaches its route.
    routerOptions: { maxParamLength: 1_000 },
    trustProxy: typeof config.trustProxy === 'number' ? trustHops(config.trustProxy) : config.trustProxy,
    // An undecodable address reaches no hook or route.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack()
      reply.raw.writeHead(400, { 'content-type': 'application/json; charset=utf-8', ...bareSecurityHeaders(config) })
      reply.raw.end(JSON.stringify(badRequest('The address could not be read.').body))
    },
    ...loggingOptions(config, options),
  })
  const { seeRoute } = options
  if (seeRoute) app.addHook('onRoute', ({ method, url }) => [method].flat().forEach((one) => seeRoute(one, url)))
  services.queue.reportTo((error, job) =>
    app.log.error({ err: error, job }, diskFault(error, config.dataFolder)?.message ?? 'Queued work failed'),
  )
  services.audit.tellWitnesses((audit) => app.log.info({ audit }, WITNESS_MESSAGE))
  requestMetricsPlugin(app)
  forwardingPlugin(app)
  traceRequests(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  errorsPlugin(app, config)
  await securityHeadersPlugin(app, config)
  sameOriginPlugin(app, config)
  await rateLimitsPlugin(app)
  bodiesPlugin(app)
  await compressionPlugin(app)
  await sessionPlugin(app, services)
  textGuardPlugin(app)
  costlyCallsPlugin(app)
  if (config.apiDocs) await apiDocsPlugin(app)
  healthPlugin(app, services)
  securityTxtPlugin(app, config)

  const embeddedIssuer = await identityProvider(app, services)
  const oidc = createOidcClient({
    fetch: inProcessFetch(app, config.publicUrl),
    clockToleranceSeconds: config.clockToleranceSeconds,
    sendsLoginHint: config.sendsLoginHint,
  })
  signInRoutes(app, config, createSignIn({ services, config, oidc, embeddedIssuer }))

  needToKnowRoutes(app, services.needToKnow)
  ownAccessRoute(app, services)
  auditRoutes(app, services.audit, services.needToKnow.isCountHidden)
  basemapsRoutes(app, services)
  organisationsRoutes(app, services)
  calculatorRoutes(app, services.calculator)
  campaignsRoutes(app, services.campaigns)
  deviceKeysRoutes(app, services.deviceKeys)
  await fileRoutes(app, services.files, services.uploads)
  filtersRoutes(app, services.filters)
  householdsRoutes(app, services.households)
  printedMapRoutes(app, services.printedMap)
  sendingRoutes(app, services)
  importsRoutes(app, services.imports)
  monthTokensRoutes(app, services.monthTokens)
  await handoverRoutes(app, services)
  backgroundJobsRoutes(app, services.backgroundJobs)
  peopleRoutes(app, services)
  retentionRoutes(app, services.retention)
  genuineLettersRoutes(app, services.genuineLetters)
  repliesRoutes(app, services.replies)
  householdRightsRoutes(app, services)
  lettersRoutes(app, services.letters)
  templatesRoutes(app, services.templates)
  assistantRoutes(app, services.assistant)
  renewalsRoutes(app, services.renewals)
  reportsRoutes(app, services.reports, services.yearResults)
  certificatesRoutes(app, services.certificates)
  notifyAccountsRoutes(app, services.notifyAccounts)
  sessionsRoutes(app, services)
  snapshotsRoutes(app, services.snapshots)
  filterTemplatesRoutes(app, services.filterTemplates)
  trendsRoutes(app, services.trends)
  visitsRoutes(app, services.visits)

  await staticFilesPlugin(app, config)
  services.notifySimulator?.callBack(app)
  return app
}

function ownAccessRoute(
  app: FastifyInstance,
  { needToKnow, calculator, visits, filters }: Pick<Services, 'needToKnow' | 'calculator' | 'visits' | 'filters'>,
): void {
  route(app, getOwnAccess, anySignedIn, async ({ person }) => {
    const [own, { is_on: mayVisit }] = await Promise.all([
      needToKnow.of(person),
      visits.readSettings(person.organisationId),
    ])
    return {
      may_export: own.mayExport,
      may_calculate: calculator.mayUse(own),
      may_visit: mayVisit,
      hidden_filters: filters.listHidden(own),
      dot_colours: dotColoursShown(own.hidden),
      purposes: [...own.purposes],
    }
  })
}
