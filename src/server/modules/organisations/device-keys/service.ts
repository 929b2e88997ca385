import { randomBytes } from 'node:crypto'
import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'
import * as repo from './repo'

const KEY_BYTES = 32

export type DeviceKeysService = ReturnType<typeof createDeviceKeysService>

/** Device keys by person. */
export function createDeviceKeysService({ database }: { database: Database }) {
  return {
    /** Created on first request. @returns base64url */
    keyOf: ({ organisationId, userId }: Person): Promise<string> =>
      database.forOrganisation(organisationId, (tx) =>
        repo.keepFirst(tx, { organisationId, personId: userId }, randomBytes(KEY_BYTES).toString('base64url')),
      ),
  }
}
