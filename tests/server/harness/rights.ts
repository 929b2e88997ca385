/** What the rights desk gives out on a household, to an administrator of Ashford. */
import { expect, vi } from 'vitest'
import { exportSubjectAccess, householdFileSchema } from '../../../src/contract/data-protection/householdRights'
import { callAs } from './caller'
import type { TestServer } from './server'

/** Waits until the background work of erasures is over. */
export async function erasuresSettled({ services }: Pick<TestServer, 'services'>): Promise<void> {
  const left =
    "select from pgboss.job where name = 'erase-households' and state < 'completed' and start_after < now() + interval '1 minute'"
  await vi.waitFor(async () => expect((await services.database.executeSql(left)).rows).toEqual([]), { interval: 100 })
}

export function rightsTools(server: () => TestServer) {
  const file = async (household_reference: string) =>
    (await callAs(server(), 'admin')).post('/api/household-file', { household_reference })
  return {
    file,
    fileOf: async (reference: string) => householdFileSchema.parse((await file(reference)).json()),
    async exported(household_reference: string, format: 'pdf' | 'json') {
      const admin = await callAs(server(), 'admin')
      const answer = await admin.post('/api/subject-access', { household_reference, format })
      const address = new URL(exportSubjectAccess.reply.parse(answer.json()).url, server().origin)
      return admin.get(address.pathname + address.search)
    },
  }
}
