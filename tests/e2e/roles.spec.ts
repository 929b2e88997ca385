import { test } from './doorstep'
import { SEES_MOST_AND_LEAST, expectEveryScreen } from './rolesScreens'

// The longest of all, and the last: one after the other would leave a worker idle.
test.describe.configure({ mode: 'parallel' })

for (const visitor of SEES_MOST_AND_LEAST) {
  test(`a ${visitor} finds the right screen on every route, axe finds nothing, and 400% cuts nothing`, ({
    page,
    faults,
  }) => expectEveryScreen(page, faults, visitor))
}
