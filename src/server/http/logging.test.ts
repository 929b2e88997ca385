import { expect, test } from 'vitest'
import { describeError, forPeople, loggingOptions, readPath } from './logging'

test.each([
  [
    'Failed query: insert into people values ($1)\nparams: ann@council.example,secret',
    'Failed query: insert into people values ($1)',
  ],
  ['Key (email)=(ann@council.example) already exists.', 'Key (email)=(…) already exists.'],
  ['invalid input syntax for type uuid: "Ann Smith"', 'invalid input syntax for type uuid: "…"'],
  ['No mailbox for ann@council.example here', 'No mailbox for … here'],
  ["column 'O'Brien' of 'Ann' is unknown", 'column "…" of "…" is unknown'],
  [
    "The provider's people sign in at the provider's own issuer.",
    "The provider's people sign in at the provider's own issuer.",
  ],
  ['Could not reach 07700900123', 'Could not reach …'],
])('an error is logged without the values in its words: %j', (message, logged) => {
  expect(describeError(new Error(message)).message).toBe(logged)
})

test('an error is logged with its cause and its place, and the place does not repeat the words', () => {
  const described = describeError(new Error('outer', { cause: new TypeError('inner of "Ann"') }))
  expect(described).toMatchObject({ type: 'Error', cause: { type: 'TypeError', message: 'inner of "…"' } })
  expect(described.stack).toContain('at ')
  expect(described.cause?.stack).not.toContain('Ann')
})

test('an error that stands for several is logged with each', () => {
  const several = new AggregateError([new Error('one of "Ann"'), 'two'], 'not all')
  expect(describeError(several)).toMatchObject({ message: 'not all', errors: [{ message: 'one of "…"' }, {}] })
})

test('a path is logged without its query', () => {
  expect(readPath('/api/filter-values?query=AB1%202CD')).toBe('/api/filter-values')
})

test('on a terminal a line of the log is a sentence with its cause', () => {
  const said: string[] = []
  forPeople({ write: (line) => void said.push(line) }).write(
    JSON.stringify({
      level: 50,
      time: 1,
      msg: 'Queued work failed',
      err: { type: 'Error', message: 'no ink', stack: '' },
    }),
  )
  expect(said).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d Error: Queued work failed \(no ink\)\n$/)])
})

test('on a terminal only what is wrong is said, elsewhere every request', () => {
  const level = (isTerminal: boolean) => loggingOptions({ logLevel: undefined }, { isTerminal }).logger
  expect([level(true), level(false)]).toMatchObject([{ level: 'warn' }, { level: 'info' }])
})
