import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { notSignedIn } from './faults'

/** The OpenAPI document at `/api/docs`, for signed-in people. Register after sessions and before the routes. */
export async function apiDocsPlugin(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Doorstep',
        version: '1',
        description:
          'Every call answers a fault as { detail, code, fields }. Sign in through the app first: calls go by its session cookie.',
      },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The default would call a validator on the internet.
    uiConfig: { validatorUrl: null },
    uiHooks: {
      onRequest: (request, _reply, done) => done(request.person ? undefined : notSignedIn()),
    },
  })
}
