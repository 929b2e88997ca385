import { z } from 'zod'
import { endpoint } from '../endpoint'

/** Seals what a device keeps beyond a session: docs/decisions/0035-sealed-on-the-device.md. */
export const getDeviceKey = endpoint({
  name: 'getDeviceKey',
  method: 'GET',
  path: '/api/device-key',
  summary: 'The key of the own drafts and queued changes on devices, always the same in an organisation.',
  reply: z.object({
    /** 32 bytes, base64url. */
    key: z.base64url().length(43),
  }),
})
