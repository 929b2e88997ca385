import { expect } from './doorstep'
import { silences, test } from './silentLine'

/* A line that is there but silent, in a real browser. How long it takes to say so: `npm run bench weak-line`. */

test('Continue of the login, a filter, another page and a start say that nothing answers, and go on when it does', async ({
  page,
  line,
  faults,
}) => {
  faults.expect(/ERR_|Failed to load resource/)
  const took = await silences(page, line)
  expect(Object.keys(took)).toEqual(['Continue of the login', 'a filter', 'another page', 'a start'])
  await expect(page.getByText('Doorstep does not answer', { exact: true })).toHaveCount(0)
})
