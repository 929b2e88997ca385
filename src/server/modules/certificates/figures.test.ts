import { expect, test } from 'vitest'
import { RECIPIENT_STATES, type RecipientState } from '#contract/campaigns'
import { certificateFigures } from './figures'

/** A campaign with so many households in each state. */
function figuresOf(states: Partial<Record<RecipientState, number>>, excluded = 0) {
  // Has an entry for every state.
  const recipients = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, states[state] ?? 0])) as Record<
    RecipientState,
    number
  >
  const listed = Object.values(recipients).reduce((sum, one) => sum + one, 0)
  const removals = recipients.removed > 0 ? [{ reason: 'It has moved.', households: recipients.removed }] : []
  return certificateFigures(
    { recipients, removals, frozen_count: listed },
    {
      matching_filters: listed + excluded,
      fits_benefit: listed,
      reachable: listed,
      not_do_not_contact: listed,
      not_contacted_recently: listed,
      held_out: 0,
    },
  )
}

test('no count of 1 to 7 can be worked out from all that a certificate shows', () => {
  /** For each certificate that can be seen, the counts that lead to it. */
  const known = new Map<string, Set<number>[]>()
  for (let excluded = 0; excluded <= 13; excluded++) {
    for (let delivered = 0; delivered <= 13; delivered++) {
      for (let failed = 0; failed <= 13; failed++) {
        for (let held = 0; held <= 13; held++) {
          const shown = JSON.stringify(figuresOf({ delivered, permanent_failure: failed, held_out: held }, excluded))
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

test('every household of the list is in one line, with why it was taken off', () => {
  const { outcomes } = figuresOf({ delivered: 100, returned: 20, removed: 30, cannot_be_contacted: 10 })
  expect(outcomes.map(({ name, households }) => [name, households])).toEqual([
    ['On the list', 160],
    ['Messages sent or tried', 120],
    ['Delivered', 100],
    ['Returned', 20],
    ['Could not be contacted', 10],
    ['Taken off the list: It has moved.', 30],
  ])
})
