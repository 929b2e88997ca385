import { expect, test } from 'vitest'
import { transition, type Effect, type Ownership, type OwnershipEvent } from './ownership'

const unknown: Ownership = { state: 'unknown', owner: null }
const ofMine: Ownership = { state: 'unknown', owner: 'mine' }
const signedOut: Ownership = { state: 'signed-out' }
const opening = (previous: string | null): Ownership => ({ state: 'opening', owner: 'mine', previous })
const owned: Ownership = { state: 'owned', owner: 'mine' }
const leaving: Ownership = { state: 'leaving' }

const signedIn: OwnershipEvent = { type: 'signed in', owner: 'mine' }
const opened = { type: 'opened', owner: 'mine', hadOthers: false } as const
const by = (owner: string | null): OwnershipEvent => ({ type: 'other tab changed', owner })
const FORGET: Effect[] = ['forget memory', 'close tables']
const RESTART: Effect[] = ['forget memory', 'mark tab', 'reload']
const END: Effect[] = ['broadcast leaving', ...FORGET, 'wipe synced']
const LOGOUT: Effect[] = ['remember logout', 'abort calls', 'broadcast leaving', ...FORGET, 'wipe', 'go to logout']

const TABLE: [from: Ownership, event: OwnershipEvent, next: Ownership, effects: Effect[]][] = [
  // Signing in: the same person goes on, after another person a new document starts.
  [unknown, signedIn, opening(null), ['broadcast owner']],
  [ofMine, signedIn, opening('mine'), ['broadcast owner']],
  [signedOut, signedIn, opening(null), ['broadcast owner']],
  [opening(null), opened, owned, ['mark tab']],
  [opening('mine'), opened, owned, ['mark tab']],
  [opening('other'), opened, leaving, RESTART],
  [opening(null), { ...opened, hadOthers: true }, leaving, RESTART],
  // A start with a fresh identity opens without the server's word.
  [unknown, opened, owned, ['mark tab']],
  [{ state: 'unknown', owner: 'other' }, opened, leaving, RESTART],
  [owned, { type: 'replaced' }, leaving, ['reload']],
  [owned, { type: 'expired' }, leaving, [...FORGET, 'wipe synced', 'go to session ended']],
  [unknown, { type: 'expired' }, unknown, ['wipe synced']],
  // A session that ends keeps what is only here; leaving on purpose keeps nothing.
  [unknown, { type: 'session ended' }, signedOut, END],
  [owned, { type: 'session ended' }, leaving, [...END, 'go to session ended']],
  [owned, { type: 'logged out' }, leaving, LOGOUT],
  [unknown, { type: 'logged out' }, leaving, LOGOUT],
  [owned, { type: 'cleared' }, leaving, LOGOUT.map((effect) => (effect === 'wipe' ? 'wipe all' : effect))],
  [owned, { type: 'view changed' }, leaving, ['broadcast owner', ...FORGET, 'wipe', 'go home']],
  [owned, { type: 'view uncertain' }, leaving, ['broadcast owner', 'go home']],
  // Other tabs.
  [owned, { type: 'other tab left' }, leaving, [...FORGET, 'go to login']],
  [unknown, { type: 'other tab left' }, signedOut, FORGET],
  [owned, by('mine'), owned, []],
  [owned, by('other'), leaving, [...FORGET, 'go home']],
  [owned, by(null), leaving, [...FORGET, 'go home']],
  [unknown, by('other'), unknown, []],
  [ofMine, by('other'), signedOut, FORGET],
  // Only a new document follows on leaving.
  [leaving, { type: 'session ended' }, leaving, []],
  [leaving, signedIn, leaving, []],
  [leaving, { type: 'started', owner: 'mine' }, ofMine, []],
]

test.each(TABLE)('%j + %j → %j', (from, event, next, effects) => {
  expect(transition(from, event)).toEqual({ next, effects })
})
