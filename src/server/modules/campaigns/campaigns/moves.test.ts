import { describe, expect, test } from 'vitest'
import { decide, MOVES, findPhase, explainRefusal, type Move, type Standing, type MoveDecision } from './moves'

const then = new Date()
const base: Standing = {
  status: 'Awaiting approval',
  channel: 'sms',
  preparedAt: null,
  reviewedAt: null,
  runAt: null,
  pausedAt: null,
  handingOverSince: null,
  cancelledAs: null,
}
const RUNNING = { ...base, status: 'sent to api', preparedAt: then, reviewedAt: then, runAt: then } as const
const STANDINGS = {
  preparing: base,
  'a prepared text': { ...base, status: 'sent to api', preparedAt: then },
  'a prepared letter': { ...base, channel: 'print_and_post', preparedAt: then },
  reviewed: { ...base, status: 'sent to api', preparedAt: then, reviewedAt: then },
  'a reviewed letter': { ...base, channel: 'print_and_post', preparedAt: then, reviewedAt: then },
  'waiting for its start': RUNNING,
  'paused before its start': { ...RUNNING, pausedAt: then },
  sending: { ...RUNNING, handingOverSince: then },
  paused: { ...RUNNING, handingOverSince: then, pausedAt: then },
  Complete: { ...base, status: 'Complete', preparedAt: then, reviewedAt: then, runAt: then },
  'cancelled before review': { ...base, status: 'cancelled' },
  'cancelled after review': { ...base, status: 'cancelled', preparedAt: then, reviewedAt: then },
  'cancelled after its run': { ...RUNNING, status: 'cancelled', cancelledAs: 'cancelled' },
  'archived after a run that was cancelled': { ...RUNNING, status: 'archived', cancelledAs: 'sent_back' },
  'archived after Complete': { ...base, status: 'archived', preparedAt: then, reviewedAt: then, runAt: then },
} as const satisfies Record<string, Standing>

type Allowed = Partial<Record<Move, MoveDecision>>
const SENDING: Allowed = {
  review: 'again',
  run: 'again',
  pause: { to: 'sent to api' },
  start: { to: 'sent to api' },
  complete: { to: 'Complete' },
}
const PAUSED: Allowed = { review: 'again', run: 'again', resume: { to: 'sent to api' }, start: { to: 'sent to api' } }
const CANCELLED: Allowed = { archive: { to: 'archived' }, redraft: { to: 'cancelled' } }

/** Move by move; what is not here is refused. */
const ALLOWED: Partial<Record<keyof typeof STANDINGS, Allowed>> = {
  preparing: {
    prepared: { to: 'sent to api' },
    cancel: { to: 'cancelled' },
    withdraw: { to: 'cancelled' },
    'name-basis': { to: 'Awaiting approval' },
  },
  'a prepared text': {
    review: { to: 'sent to api' },
    cancel: { to: 'cancelled' },
    withdraw: { to: 'cancelled' },
    'name-basis': { to: 'sent to api' },
    'leave-out': { to: 'sent to api' },
  },
  'a prepared letter': {
    review: { to: 'Awaiting approval' },
    cancel: { to: 'cancelled' },
    withdraw: { to: 'cancelled' },
    'name-basis': { to: 'Awaiting approval' },
    'leave-out': { to: 'Awaiting approval' },
  },
  reviewed: {
    review: 'again',
    run: { to: 'sent to api' },
    cancel: { to: 'cancelled' },
    'name-basis': { to: 'sent to api' },
    'leave-out': { to: 'sent to api' },
  },
  'a reviewed letter': {
    review: 'again',
    run: { to: 'sent to api' },
    cancel: { to: 'cancelled' },
    'name-basis': { to: 'Awaiting approval' },
    'leave-out': { to: 'Awaiting approval' },
  },
  'waiting for its start': { ...SENDING, cancel: { to: 'cancelled' } },
  'paused before its start': { ...PAUSED, cancel: { to: 'cancelled' } },
  sending: SENDING,
  paused: PAUSED,
  Complete: { review: 'again', run: 'again', archive: { to: 'archived' }, 'send-missed': { to: 'sent to api' } },
  'cancelled before review': CANCELLED,
  'cancelled after review': CANCELLED,
  'cancelled after its run': CANCELLED,
  'archived after Complete': { review: 'again', run: 'again' },
}

describe.each(Object.keys(STANDINGS) as (keyof typeof STANDINGS)[])('a campaign that is %s', (name) => {
  test.each(MOVES)('%s', (move) => {
    const standing = STANDINGS[name]
    expect(decide(move, standing)).toEqual(ALLOWED[name]?.[move] ?? 'refused')
    if (decide(move, standing) === 'refused') expect(explainRefusal(move, standing)).toMatch(/^This campaign .+\.$/)
  })
})

test('a letter campaign stays Awaiting approval when it is prepared', () => {
  expect(decide('prepared', { ...base, channel: 'print_and_post' })).toEqual({ to: 'Awaiting approval' })
})

test('phases', () => {
  expect(Object.values(STANDINGS).map(findPhase)).toEqual([
    'preparing',
    'prepared',
    'prepared',
    'prepared',
    'prepared',
    'sending',
    'paused',
    'sending',
    'paused',
    'finished',
    'finished',
    'finished',
    'finished',
    'finished',
    'finished',
  ])
})
