import { describe, expect, it } from 'vitest'
import { holdAtMost } from './LimitedTextField'

describe('a field that holds five', () => {
  it.each([
    ['takes what fits', 'abc', 'abcd', 'abcd'],
    ['takes exactly the limit', 'abcd', 'abcde', 'abcde'],
    ['refuses the sixth at the end', 'abcde', 'abcdef', 'abcde'],
    ['refuses it in the middle too, and keeps its end', 'abcde', 'abXcde', 'abcde'],
    ['takes of a pasted text what there is room for', '', 'abcdefgh', 'abcde'],
    ['takes of one pasted in the middle what there is room for', 'abe', 'abXYZe', 'abXYe'],
    ['lets a full one be replaced', 'abcde', 'vwxyz', 'vwxyz'],
    ['takes less away as it is told', 'abcde', 'abde', 'abde'],
    ['keeps repeated letters right', 'aaaaa', 'aaaaaa', 'aaaaa'],
    ['counts an emoji as one, and never halves it', '😀😀😀😀', '😀😀😀😀😀😀', '😀😀😀😀😀'],
  ])('%s', (_, before, after, held) => {
    expect(holdAtMost(before, after, 5)).toBe(held)
  })
})
