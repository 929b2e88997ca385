/** For tests: who asks, and a database that must not be asked. */
import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'

const never = (): never => {
  throw new Error('Nothing is stored in this test.')
}

export const noDatabase: Database = {
  engine: 'embedded',
  forOrganisation: never,
  asSystem: never,
  asSystemWithoutTransaction: never,
  executeSql: never,
  pendingMigrations: never,
  connections: never,
  lost: new Promise(() => {}),
  close: never,
}

export const SOMEBODY: Person = {
  sessionId: 's',
  userId: 'u',
  email: 'e',
  role: 'SuperAdmin',
  organisationId: 'o',
  campaignsEnabled: false,
  actor: { role: 'SuperAdmin', organisationId: null },
}
