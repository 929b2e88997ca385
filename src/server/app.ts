import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { accessRoutes } from './modules/access/routes'
import { auditRoutes } from './modules/audit/routes'
import { basemapRoutes } from './modules/basemaps/routes'
import { calculatorRoutes } from './modules/calculator/routes'
import { campaignsRoutes } from './modules/campaigns/routes'
import { deviceKeyRoutes } from './modules/devicekeys/routes'
import { fileRoutes } from './modules/files/routes'
import { filtersRoutes } from './modules/filters/routes'
import { householdsRoutes } from './modules/households/routes'
import { mapExportsRoutes } from './modules/mapexports/routes'
import { createOidcClient } from './clients/oidc'
import { traceRequests } from './clients/tracing'
import { inProcessFetch } from './demo/identity-provider/inProcessFetch'
import { identityProvider } from './demo/identity-provider/routes'
import { messagesRoutes } from './modules/messages/routes'
import { keepingRoutes } from './modules/keeping/routes'
import { letterCheckRoutes } from './modules/lettercheck/routes'
import { lettersRoutes } from './modules/letters/routes'
import { queueRoutes } from './modules/queue/routes'
import { monthsRoutes } from './modules/months/routes'
import { organisationRoutes } from './modules/organisations/routes'
import { peopleRoutes } from './modules/people/routes'
import { assistantRoutes } from './modules/assistant/routes'
import { certificatesRoutes } from './modules/certificates/routes'
import { renewalsRoutes } from './modules/renewals/routes'
import { reportsRoutes } from './modules/reports/routes'
import { repliesRoutes } from './modules/replies/routes'
import { rightsRoutes } from './modules/rights/routes'
import { sendingRoutes } from './modules/messagesettings/routes'
import { messageTemplatesRoutes } from './modules/messagetemplates/routes'
import { sessionRoutes } from './modules/sessions/routes'
import { createSignIn } from './modules/sessions/signIn'
import { signInRoutes } from './modules/sessions/signInRoutes'
import { snapshotsRoutes } from './modules/snapshots/routes'
import { templatesRoutes } from './modules/templates/routes'
import { trendsRoutes } from './modules/trends/routes'
import { visitsRoutes } from './modules/visits/routes'
import { diskFault } from './operator'
import { apiDocsPlugin } from './plugins/apiDocs'
import { bodiesPlugin } from './plugins/bodies'
import { compressionPlugin } from './plugins/compression'
import { connectionOptions, type Timeouts } from './plugins/connections'
import { errorsPlugin } from './plugins/errors'
import { healthPlugin } from './plugins/health'
import { requestMetricsPlugin } from './plugins/metrics'
import { badRequest } from './faults'
import { loggingOptions, type LogStream } from './plugins/logging'
import { rateLimitsPlugin } from './plugins/rateLimits'
import { sameOriginPlugin } from './plugins/sameOrigin'
import { bareSecurityHeaders, securityHeadersPlugin } from './plugins/securityHeaders'
import { securityTxtPlugin } from './plugins/securityTxt'
import { sessionPlugin } from './plugins/session'
import { staticFilesPlugin } from './plugins/staticFiles'
import { textGuardPlugin } from './plugins/textGuard'
import type { Services } from './services'

const BODY_LIMIT_BYTES = 4 * 1024 * 1024

interface BuildOptions {
  readonly logTo?: LogStream
  readonly isTerminal?: boolean
  readonly seeRoute?: (method: string, url: string) => void
  readonly timeouts?: Timeouts
}

/** Builds the server without listening. */
export async function buildApp(services: Services, options: BuildOptions = {}): Promise<FastifyInstance> {
  const { config } = services
  const app: FastifyInstance = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    ...connectionOptions(config, options.timeouts),
    // A longer id still reaches its route.
    routerOptions: { maxParamLength: 1_000 },
    trustProxy: config.trustProxy,
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
  services.queue.reportTo((error) =>
    app.log.error({ err: error }, diskFault(error, config.dataFolder)?.message ?? 'Queued work failed'),
  )
  requestMetricsPlugin(app)
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
  await apiDocsPlugin(app)
  healthPlugin(app, services)
  securityTxtPlugin(app, config)

  const embeddedIssuer = await identityProvider(app, services)
  const oidc = createOidcClient({
    fetch: inProcessFetch(app, config.publicUrl),
    clockToleranceSeconds: config.clockToleranceSeconds,
  })
  signInRoutes(app, config, createSignIn({ services, config, oidc, embeddedIssuer }))

  accessRoutes(app, services)
  auditRoutes(app, services)
  basemapRoutes(app, services)
  organisationRoutes(app, services)
  calculatorRoutes(app, services)
  campaignsRoutes(app, services)
  deviceKeyRoutes(app, services)
  await fileRoutes(app, services)
  filtersRoutes(app, services)
  householdsRoutes(app, services)
  mapExportsRoutes(app, services)
  messagesRoutes(app, services)
  monthsRoutes(app, services)
  queueRoutes(app, services)
  peopleRoutes(app, services)
  keepingRoutes(app, services)
  letterCheckRoutes(app, services)
  repliesRoutes(app, services)
  rightsRoutes(app, services)
  lettersRoutes(app, services)
  messageTemplatesRoutes(app, services)
  assistantRoutes(app, services)
  renewalsRoutes(app, services)
  reportsRoutes(app, services)
  certificatesRoutes(app, services)
  sendingRoutes(app, services)
  sessionRoutes(app, services)
  snapshotsRoutes(app, services)
  templatesRoutes(app, services)
  trendsRoutes(app, services)
  visitsRoutes(app, services)

  await staticFilesPlugin(app, config)
  services.notifySimulator?.callBack(app)
  return app
}
