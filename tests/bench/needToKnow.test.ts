import { beforeAll, describe, expect, test, vi } from 'vitest'
import { getCalculatorJobs } from '../../src/contract/households/calculator'
import { COLUMN_GROUPS, type ColumnGroup } from '../../src/contract/households/needToKnow'
import { ROLES, type Role } from '../../src/contract/organisations/session'
import { listGroupColumns, GROUPS } from '../../src/server/modules/households/need-to-know/groups'
import { FILE_COLUMNS } from '../../src/server/modules/households/columns/columns'
import { callAs, selected } from '../server/harness/caller'
import { onEngine, type TestServer } from '../server/harness/server'
import {
  callsNaming,
  everythingSeen,
  filterOf,
  hiding,
  HOUSEHOLDS,
  importMonths,
  PEOPLE,
  prepareAnswers,
  setRules,
  withChanged,
} from '../server/needToKnowAnswers'

const COLUMNS = FILE_COLUMNS.map(({ name }) => name).filter((name) => GROUPS[name].length > 0)

/** Some calls know no filter by a hidden name. */
const NOT_SHOWN: unknown = expect.stringMatching(/this filter to your role|filter of this name/)

/** Sends to the calculator. @returns what waits for the file that it gives the role, or its refusal */
async function calculate(server: TestServer, role: Role): Promise<() => Promise<unknown>> {
  const { get, post } = await callAs(server, PEOPLE[role], 'ashford')
  const jobs = async () => getCalculatorJobs.reply.parse((await get('/api/calculator-jobs')).json())
  const before = await jobs()
  const sent = await post('/api/households-to-calculator', selected())
  if (sent.statusCode !== 200) return async () => sent.json()
  return () =>
    vi.waitFor(async () => {
      const made = (await jobs()).find(({ id }) => before.every((one) => one.id !== id))
      const file = await get(`/api/calculator-result-csv?job_id=${made?.id}`)
      expect(file.statusCode).toBe(200)
      return file.body
    })
}

onEngine('embedded', 'Every pair of role and hidden column', {}, (server) => {
  let campaign = 0
  const seenBy = async (role: Role) => {
    // It works while the rest is asked.
    const calculated = await calculate(server(), role)
    return [await everythingSeen(server(), role, campaign), await calculated()]
  }
  const shown = new Map<Role, unknown[]>()
  const hidden = new Map<ColumnGroup, Map<Role, unknown[]>>()

  beforeAll(async () => {
    campaign = await prepareAnswers(server())
    await importMonths(server(), HOUSEHOLDS)
    shown.set('OrganisationAdmin', await seenBy('OrganisationAdmin'))
    for (const group of COLUMN_GROUPS) {
      await setRules(server(), hiding(ROLES, group))
      const seen = new Map<Role, unknown[]>()
      for (const role of ROLES) seen.set(role, await seenBy(role))
      hidden.set(group, seen)
    }
  }, 600_000)

  // Alone: of columns that change together one could hide what another tells.
  test.each(COLUMNS)(
    '%s changes no answer to any role from which it is hidden, and does where it is shown',
    async (column) => {
      // The rights desk also shows what was replaced last: the same in all answers.
      await importMonths(server(), HOUSEHOLDS)
      await importMonths(server(), withChanged([column]))
      await setRules(server(), { roles: [], purposes: [] })
      expect(await seenBy('OrganisationAdmin'), 'shown').not.toEqual(shown.get('OrganisationAdmin'))
      for (const group of GROUPS[column]) {
        await setRules(server(), hiding(ROLES, group))
        for (const role of ROLES) {
          expect(await seenBy(role), `${group} hidden from ${role}`).toEqual(hidden.get(group)?.get(role))
        }
      }
    },
  )

  describe.each(COLUMN_GROUPS)('where %s is hidden', (group) => {
    test.each(ROLES)('%s cannot name any of its columns, in any call', async (role) => {
      await setRules(server(), hiding(role, group))
      const caller = await callAs(server(), PEOPLE[role], 'ashford')
      for (const column of listGroupColumns(group)) {
        const filter = filterOf(column)
        if (!filter) continue
        for (const [url, body] of callsNaming(filter.name)) {
          const answer = await caller.post(url, body)
          expect([answer.statusCode, answer.body], `${url} by ${column}`).toEqual([422, NOT_SHOWN])
        }
      }
    })
  })
})
