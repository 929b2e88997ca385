/** A key for each person in each organisation, which opens what their devices keep beyond a session. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/database'
import type { Person } from '../../person'
import * as repo from './repo'

const KEY_BYTES = 32

/** Creates the service. */
export function createDeviceKeysService({ database }: { database: Database }) {
  return {
    /** Made when first asked for. @returns base64url */
    keyOf: ({ organisationId, userId }: Person): Promise<string> =>
      database.forOrganisation(organisationId, (tx) =>
        repo.keepFirst(tx, { organisationId, personId: userId }, randomBytes(KEY_BYTES).toString('base64url')),
      ),
  }
}
