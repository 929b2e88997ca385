import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/**
 * The OpenAPI document, made from the contract's own objects, at `/api/docs` (and `/api/docs/json`).
 * Register before the routes. It says what calls there are, nothing of anyone's data, and needs no session.
 */
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
    // Without it the page would ask a validator on the internet about the document.
    uiConfig: { validatorUrl: null },
  })
}
