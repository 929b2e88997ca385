import { test } from './doorstep'
import { SEES_MOST_AND_LEAST, expectEveryScreen } from './rolesScreens'
import { VISITORS } from './screens'

for (const visitor of VISITORS.filter((one) => !SEES_MOST_AND_LEAST.includes(one))) {
  test(`a ${visitor} finds the right screen on every route, and axe nothing in what differs for them`, ({
    page,
    faults,
  }) => expectEveryScreen(page, faults, visitor))
}
