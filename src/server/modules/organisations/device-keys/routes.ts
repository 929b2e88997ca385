import type { FastifyInstance } from 'fastify'
import { getDeviceKey } from '#contract/organisations/deviceKeys'
import { anySignedIn, route } from '../../../http/route'
import type { DeviceKeysService } from './service'

/** The key of the person's devices. */
export function deviceKeysRoutes(app: FastifyInstance, deviceKeys: DeviceKeysService): void {
  route(app, getDeviceKey, anySignedIn, async ({ person }) => ({ key: await deviceKeys.keyOf(person) }))
}
