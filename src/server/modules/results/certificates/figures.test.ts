import { expect, test } from 'vitest'
import { RECIPIENT_STATES, type RecipientState } from '#contract/campaigns/recipients'
import { certificateFigures } from './figures'

test('every household is in one line, exactly, with why it was left out or taken off', () => {
  const states: Partial<Record<RecipientState, number>> = {
    delivered: 953,
    returned: 2,
    removed: 34,
    cannot_be_contacted: 3,
  }
  // Has an entry for every state.
  const recipients = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, states[state] ?? 0])) as Record<
    RecipientState,
    number
  >
  const waterfall = {
    matching_filters: 1_006,
    fits_benefit: 1_002,
    reachable: 1_002,
    not_do_not_contact: 1_001,
    not_contacted_recently: 994,
    held_out: 6,
    same_number: 2,
  }
  const { excluded, outcomes } = certificateFigures(
    { recipients, removals: [{ reason: 'It has moved.', households: 30 }] },
    waterfall,
    { withoutMobile: false, excludedByLetter: false },
    992,
  )
  const shown = (figures: typeof outcomes) => figures?.map(({ name, households }) => [name, households])
  expect(shown(excluded)).toEqual([
    ['Match the filters', 1_006],
    ['The benefit does not fit', 4],
    ['Do-not-contact', 1],
    ['Held out by another campaign for the benefit', 6],
    ['Contacted in the months that were excluded', 1],
    ['The text of another household on the list goes to their number', 2],
    ['On the list', 992],
  ])
  expect(shown(outcomes)).toEqual([
    ['On the list', 992],
    ['Messages sent or tried', 955],
    ['Delivered', 953],
    ['Returned', 2],
    ['Could not be contacted', 3],
    ['Taken off the list: It has moved.', 30],
    ['Taken off the list, of those held out', 4],
  ])
})
