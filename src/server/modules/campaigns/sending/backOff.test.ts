import { expect, test } from 'vitest'
import { judgeBatch, type AttemptOutcome } from './attempt'
import { judgeFailures } from './backOff'
import { sendAgain, SENDING_OVER } from './sendBatch'
import { isTimeToAsk } from './sendCampaign'

const taken: AttemptOutcome = { kind: 'taken', providerId: 'x', isNew: true }
const failed: AttemptOutcome = { kind: 'failed', reason: 'Refused.', isUnknown: false }
const silent: AttemptOutcome = { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false, isAnswering: false }
const tomorrow: AttemptOutcome = { ...silent, isDailyLimit: true }
const notMade: AttemptOutcome = { kind: 'notMade' }
const notTried: AttemptOutcome = { kind: 'notTried' }
const removed: AttemptOutcome = { kind: 'removed', reason: 'Gone.' }
const keyRefused: AttemptOutcome = { kind: 'keyRefused', words: 'Invalid token' }

test.each<[string, AttemptOutcome[]]>([
  ['keyRefused', [taken, tomorrow, keyRefused]],
  ['dayOver', [taken, tomorrow, silent]],
  ['dayOver', [tomorrow]],
  ['answered', [silent, taken]],
  ['answered', [notMade, failed]],
  ['silent', [silent, silent]],
  ['nothing', [silent, notTried]],
  ['notMade', [notMade, notMade]],
  ['nothing', [notMade, silent]],
  ['nothing', [removed]],
])('what a batch means: %s', (kind, outcomes) => {
  expect(judgeBatch(outcomes)).toMatchObject({ kind })
})

test('what became of messages is asked when a run is over, and each day while the day’s limit holds it up', () => {
  expect(isTimeToAsk(SENDING_OVER)).toBe(true)
  expect(isTimeToAsk(sendAgain(12 * 60 * 60_000))).toBe(true)
  // An outage, or a recipient's next attempt.
  expect(isTimeToAsk(sendAgain(5 * 60_000))).toBe(false)
})

const of = (messages: number, failures: number) => ({ messages, failed: failures })
test.each([
  ['tooFew', of(19, 19), of(19, 19)],
  ['fine', of(20, 6), of(20, 6)],
  ['tooMany', of(20, 7), of(0, 0)],
  ['fine', of(100, 10), of(19, 10)],
  ['tooMany', of(100, 10), of(20, 10)],
])('what is thought of a run: %s', (judgement, tried, settled) => {
  expect(judgeFailures({ tried, settled })).toBe(judgement)
})
