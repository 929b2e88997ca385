import { test } from './doorstep'
import { SEES_MOST_AND_LEAST, walkScreens } from './rolesWalk'

for (const visitor of SEES_MOST_AND_LEAST) {
  test(`a ${visitor} finds the right screen on every route, axe finds nothing, and 400% cuts nothing`, ({
    page,
    faults,
  }) => walkScreens(page, faults, visitor))
}
