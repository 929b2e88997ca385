import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { organisationRoutes } from './modules/organisations/routes'
import { sessionRoutes } from './modules/sessions/routes'
import { snapshotsRoutes } from './modules/snapshots/routes'
import { errorsPlugin } from './plugins/errors'
import { sessionPlugin } from './plugins/session'
import type { Services } from './services'

/** Bodies are lists of filters at most; uploads set their own limit. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024

/** Builds the server without listening: main.ts listens, tests inject. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, trustProxy: services.config.trustProxy })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  errorsPlugin(app)
  await sessionPlugin(app, services)

  organisationRoutes(app, services)
  sessionRoutes(app)
  snapshotsRoutes(app, services)
  return app
}
