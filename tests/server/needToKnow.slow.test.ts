import { beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from './harness/endpoints'
import { listGroupColumns } from '../../src/server/modules/households/need-to-know/groups'
import { onEngine } from './harness/server'
import {
  asked,
  everythingSeen,
  hiding,
  HOUSEHOLDS,
  importMonths,
  prepareAnswers,
  setRules,
  withChanged,
} from './needToKnowAnswers'
import { CANNOT_TELL, isOfModuleApart } from './needToKnowCalls'

/* Slow by nature: months are imported again for each comparison. */

onEngine('embedded', 'What is not to be known', {}, (server) => {
  let campaign = 0
  beforeAll(async () => {
    campaign = await prepareAnswers(server())
  })
  beforeEach(() => setRules(server(), { roles: [], purposes: [] }))

  // Each group with one role; `npm run bench need-to-know` walks every pair of role and column, each column alone.
  test.each([
    ['money', 'Viewer'],
    ['health', 'OrganisationAdmin'],
    ['family', 'SuperAdmin'],
    ['place', 'Viewer'],
  ] as const)('what is hidden of %s changes no answer to %s, whatever it is', async (group, role) => {
    // The rights desk also shows what was replaced last: the same in both answers.
    await importMonths(server(), HOUSEHOLDS)
    await setRules(server(), hiding(role, group))
    const before = await everythingSeen(server(), role, campaign)
    await importMonths(server(), withChanged(listGroupColumns(group)))
    try {
      expect(await everythingSeen(server(), role, campaign), 'hidden').toEqual(before)
      await setRules(server(), { roles: [], purposes: [] })
      expect(await everythingSeen(server(), role, campaign), 'shown').not.toEqual(before)
    } finally {
      await importMonths(server(), HOUSEHOLDS)
    }
  })

  test('every call is one whose answers are compared, or cannot tell of a column', async () => {
    await everythingSeen(server(), 'OrganisationAdmin', campaign)
    const cannot = Object.values(CANNOT_TELL).flat()
    const paths: string[] = endpoints.filter(({ name }) => !isOfModuleApart(name)).map(({ path }) => path)
    expect(
      paths.filter((path) => !asked.has(path) && !cannot.includes(path)),
      'Ask these in everythingSeen, or say in needToKnowCalls.ts why they cannot tell.',
    ).toEqual([])
    expect(cannot.filter((path) => asked.has(path) || !paths.includes(path))).toEqual([])
  })
})
