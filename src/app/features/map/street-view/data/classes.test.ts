import { expect, it } from 'vitest'
import { makeHouseholdPicture } from '../testing/pictures'
import { shownClasses } from './classes'

it('counts the classes of what is shown, and gives each dot the highest', () => {
  const classes = Uint8Array.of(1, 3, 2)
  expect(shownClasses(makeHouseholdPicture([true, true, true]), classes)).toEqual({
    counts: [undefined, 1, 1, 1],
    ofDot: Uint8Array.of(3, 2),
  })
  expect(shownClasses(makeHouseholdPicture([true, false, false]), classes).ofDot).toEqual(Uint8Array.of(1, 0))
})
