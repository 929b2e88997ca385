import { expect, test } from 'vitest'
import { packIndex, unpackIndex } from './facetIndex'

test('an index is read as it was written: empty bins, households without a value, large and unforeseen counts', () => {
  const index = {
    // A flag; a facet that some lack; the slider's own; one of a single value; one that ignores what is selected of it.
    sizes: [2, 3, 0, 1, 2],
    households: [0, 1_000_000, 3, 0, 70],
    counts: Uint32Array.of(
      ...[0, 0, 0, 0, 0, 0, 5, 0],
      ...[1_000_000, 0, 1, 0, 999_998, 1_000_000, 0, 2_000_000],
      ...[0, 3, 0, 0, 0, 3, 3, 1],
      ...[0, 0, 0, 0, 0, 0, 0, 0],
      ...[35, 35, 20, 0, 1, 70, 70, 0],
    ),
  }
  const packed = packIndex(index)
  const { households, sizes } = index
  expect(unpackIndex(packed, { households, sizes })).toEqual(index)
  expect(() => unpackIndex(packed.subarray(1), { households, sizes })).toThrow(RangeError)
  expect(() => unpackIndex(packed, { households: [1], sizes })).toThrow(RangeError)
})
