import { describe, expect, it } from 'vitest'
import { escapeAngleBrackets, typedLength, unescapeAngleBrackets } from './sanitise'

describe('sanitised text', () => {
  it.each(['plain', '<b>bold</b>', 'a & b', '&lt;', '&amp;lt;', '<<>>', 'Ŵy & <ŷ> 🏠', '&lt;<&gt;'])(
    'shows %j as it was typed, and never with a raw angle bracket on the wire',
    (typed) => {
      const sent = escapeAngleBrackets(typed)
      expect(sent).not.toMatch(/[<>]/)
      expect(unescapeAngleBrackets(sent)).toBe(typed)
    },
  )

  it('counts before escaping, an emoji as one', () => {
    expect(typedLength(escapeAngleBrackets('<b>🏠'))).toBe(4)
  })
})
