import { expect, test } from 'vitest'
import { textMessageSize } from './textMessage'

test.each([
  ['', 0, 0],
  ['a', 1, 1],
  ['a'.repeat(160), 160, 1],
  ['a'.repeat(161), 161, 2],
  ['a'.repeat(306), 306, 2],
  ['a'.repeat(307), 307, 3],
  ['a'.repeat(918), 918, 6],
  // A character of the extension counts twice.
  [`€${'a'.repeat(158)}`, 159, 1],
  [`€${'a'.repeat(159)}`, 160, 2],
  // One character outside the alphabet makes the whole message UCS-2.
  [`ŵ${'a'.repeat(69)}`, 70, 1],
  [`ŵ${'a'.repeat(70)}`, 71, 2],
  // An emoji is one character to people and two units to the network.
  [`🧣${'a'.repeat(68)}`, 69, 1],
  [`🧣${'a'.repeat(69)}`, 70, 2],
])('%s', (text, characters, segments) => {
  expect(textMessageSize(text)).toMatchObject({ characters, segments })
})

test('names what is outside the GSM alphabet, each once', () => {
  expect(textMessageSize('Tŷ a’r tŷ £5 é').outsideGsm).toEqual(['ŷ', '’'])
})
