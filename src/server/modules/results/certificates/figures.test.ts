import { expect, test } from 'vitest'
import { RECIPIENT_STATES, type RecipientState } from '#contract/campaigns/recipients'
import { publishedCount } from '../../../lib/rounding'
import { certificateFigures } from './figures'

/** A campaign with so many households in each state; null: not final. */
function figuresOf(states: Partial<Record<RecipientState, number>> | null, excluded = 0) {
  // Has an entry for every state.
  const recipients = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, states?.[state] ?? 0])) as Record<
    RecipientState,
    number
  >
  const listed = Object.values(recipients).reduce((sum, one) => sum + one, 0)
  const removals = recipients.removed > 0 ? [{ reason: 'It has moved.', households: recipients.removed }] : []
  const waterfall = {
    matching_filters: listed + excluded,
    fits_benefit: listed,
    reachable: listed,
    not_do_not_contact: listed,
    not_contacted_recently: listed,
    held_out: 0,
  }
  const leftTo = { withoutMobile: false, excludedByLetter: false }
  return certificateFigures(states && { recipients, removals }, waterfall, leftTo)
}

test('no count of 1 to 7 can be worked out from all that a certificate shows, which has what earlier ones had', () => {
  /** For each certificate that can be seen, the counts that lead to it. */
  const known = new Map<string, Set<number>[]>()
  for (let excluded = 0; excluded <= 13; excluded++) {
    const early = figuresOf(null, excluded)
    for (let delivered = 0; delivered <= 13; delivered++) {
      for (let failed = 0; failed <= 13; failed++) {
        for (let held = 0; held <= 13; held++) {
          const final = figuresOf({ delivered, permanent_failure: failed, held_out: held }, excluded)
          if (held === 0) expect(final.excluded).toEqual(expect.arrayContaining([...(early.excluded ?? [])]))
          const shown = JSON.stringify(final)
          const counts = known.get(shown) ?? [new Set(), new Set(), new Set(), new Set()]
          for (const [at, count] of [excluded, delivered, failed, held].entries()) counts[at]?.add(count)
          known.set(shown, counts)
        }
      }
    }
  }
  const pinned = [...known].filter(([, counts]) =>
    counts.some((seen) => seen.size === 1 && [...seen].some((count) => count >= 1 && count <= 7)),
  )
  expect(pinned.slice(0, 3)).toEqual([])
})

/** Every way to share so many households among so many states. */
function* shares(households: number, states: number): Generator<number[]> {
  if (states === 1) yield [households]
  else
    for (let first = 0; first <= households; first++)
      for (const rest of shares(households - first, states - 1)) yield [first, ...rest]
}

test.each([
  ['3 states', 3, 27],
  ['4 states', 4, 17],
])('nor beside a renewals pack from when all were on their way, once they have come to %s', (_words, states, most) => {
  const statesOf = ([delivered = 0, permanent_failure = 0, sending = 0, returned = 0]: readonly number[]) => ({
    delivered,
    permanent_failure,
    sending,
    returned,
  })
  /** For each pair that can be seen, the counts that lead to it. */
  const known = new Map<string, Set<number>[]>()
  let pairs = 0
  for (let removed = 0; removed <= 7; removed++) {
    for (let sent = 1; sent <= most; sent++) {
      const before = JSON.stringify(publishedCount(sent))
      for (const counts of shares(sent, states)) {
        pairs++
        const after = figuresOf({ ...statesOf(counts), removed })
        const shown = before + JSON.stringify(after)
        const sets = known.get(shown) ?? [...counts, removed].map(() => new Set())
        for (const [at, count] of [...counts, removed].entries()) sets[at]?.add(count)
        known.set(shown, sets)
      }
    }
  }
  const pinned = [...known].filter(([, counts]) =>
    counts.some((seen) => seen.size === 1 && [...seen].some((count) => count >= 1 && count <= 7)),
  )
  expect(pairs).toBeGreaterThan(10_000)
  expect(pinned.slice(0, 3)).toEqual([])
})

test('seven small counts have no small total: each would be 1', () => {
  const { outcomes } = figuresOf({
    delivered: 1,
    sending: 1,
    temporary_failure: 1,
    permanent_failure: 1,
    technical_failure: 1,
    returned: 1,
    held_out: 1,
  })
  expect(outcomes?.map(({ households }) => households)).toEqual([30, '*', ...Array<string>(7).fill('*')])
})

test('every household of the list is in one line, with why it was taken off', () => {
  const { outcomes } = figuresOf({ delivered: 100, returned: 20, removed: 30, cannot_be_contacted: 10 })
  expect(outcomes?.map(({ name, households }) => [name, households])).toEqual([
    ['On the list', 160],
    ['Messages sent or tried', 120],
    ['Delivered', 100],
    ['Returned', 20],
    ['Could not be contacted', 10],
    ['Taken off the list: It has moved.', 30],
  ])
})
