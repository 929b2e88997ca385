import type { FastifyInstance } from 'fastify'
import { getDeviceKey } from '#contract/organisations/deviceKeys'
import { anySignedIn, route } from '../../../http/route'
import type { Services } from '../../../services'

/** The key of the person's devices. */
export function deviceKeysRoutes(app: FastifyInstance, { deviceKeys }: Services): void {
  route(app, getDeviceKey, anySignedIn, async ({ person }) => ({ key: await deviceKeys.keyOf(person) }))
}
