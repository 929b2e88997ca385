import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseHex } from './palette'
import { DOT_OPACITY, type Rgb } from './scales'
import { wardFillOpacity } from './wardScales'

/* Dots and wards against what they lie on, in both schemes: 3:1 (WCAG 2.2, 1.4.11). */

const css = readFileSync('src/app/ui/tokens.css', 'utf8')
const coloursIn = (part: string): Record<string, string> =>
  Object.fromEntries(
    [...part.matchAll(/--color-([\w-]+): (#[\da-f]{6})/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
const [everywhere = '', , dark = ''] = css.split(/@media \((?:pointer|prefers)/)
const LIGHT = coloursIn(everywhere)
const SCHEMES = [
  ['light', LIGHT],
  ['dark', { ...LIGHT, ...coloursIn(dark) }],
] as const

/** Where households stand; nobody lives on water or rails. */
const GROUNDS = ['map-ground', 'map-built-up', 'map-park', 'map-road', 'map-main-road']
/** Google's own streets, light and in its night mode (developers.google.com/maps/documentation/javascript/styling). */
const GOOGLE = { light: ['#f5f5f5', '#ffffff'], dark: ['#242f3e', '#38414e'] }

/** W3C's definitions of relative luminance and contrast ratio, WCAG 2.2. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
const over = (above: Rgb, below: Rgb, opacity: number): Rgb => {
  const mixed = (index: 0 | 1 | 2) => above[index] * opacity + below[index] * (1 - opacity)
  return [mixed(0), mixed(1), mixed(2)]
}

describe.each(SCHEMES)('in the %s scheme', (scheme, tokens) => {
  const colour = (name: string) => parseHex(tokens[name] ?? '')
  const grounds = [...GROUNDS.map(colour), ...GOOGLE[scheme].map(parseHex)]

  // The lowest class is what is not looked for, and recedes: its number is in the legend, its households in the list.
  it.each(['household', 'class-1', 'class-2', 'class-3', 'class-4'])('a dot of %s stands out of the streets', (dot) => {
    for (const ground of grounds)
      expect(contrast(over(colour(dot), ground, DOT_OPACITY / 255), ground)).toBeGreaterThanOrEqual(3)
  })

  it.each(['ward-low', 'ward-high', 'ward-fewer', 'ward-none'])(
    'the edge of a ward filled with %s is seen on it',
    (fill) => {
      for (const [line, zoom] of [
        ['ward-line', 10],
        ['ward-outline', 14],
      ] as const) {
        const filled = over(colour(fill), colour('map-ground'), wardFillOpacity(zoom) / 255)
        expect(contrast(colour(line), filled)).toBeGreaterThanOrEqual(3)
      }
    },
  )

  it('the outline of a ward is seen where there are no streets', () => {
    expect(contrast(colour('ward-outline'), colour('map-ground'))).toBeGreaterThanOrEqual(3)
  })

  it('the count of a ward is read on its halo, whatever the fill', () => {
    expect(contrast(colour('map-label'), colour('map-label-halo'))).toBeGreaterThanOrEqual(4.5)
  })

  it('the ring around what was picked stands out of the streets', () => {
    for (const ground of grounds) expect(contrast(colour('map-selected'), ground)).toBeGreaterThanOrEqual(3)
  })
})
