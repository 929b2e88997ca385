import { expect, test } from 'vitest'
import { tellFailures, withoutFigures } from './failuresTold'

test.each([
  [
    { messages: 1_200, failed: 700 },
    'The phone was off.',
    'Paused: too many messages failed. Most often: The phone was off.',
  ],
  [{ messages: 9_000, failed: 0 }, null, 'Paused: too many messages failed.'],
])('a pause for failures is told without a figure: settled %o', (settled, reason, told) => {
  const exact = tellFailures({ tried: { messages: 9_000, failed: 3_001 }, settled, reason })
  expect(exact).toContain('3,001 of 9,000')
  expect(withoutFigures(exact)).toBe(told)
})
