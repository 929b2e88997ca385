import type { DotColour } from '#contract/households/needToKnow'
import type { Rgb } from './scales'

const TOKENS = {
  household: '--color-household',
  wardLow: '--color-ward-low',
  wardHigh: '--color-ward-high',
  wardFewer: '--color-ward-fewer',
  wardNone: '--color-ward-none',
  wardLine: '--color-ward-line',
  wardOutline: '--color-ward-outline',
  label: '--color-map-label',
  labelHalo: '--color-map-label-halo',
  selected: '--color-map-selected',
  class0: '--color-class-0',
  class1: '--color-class-1',
  class2: '--color-class-2',
  class3: '--color-class-3',
  class4: '--color-class-4',
  area: '--color-accent',
  place: '--color-map-text',
  placeHalo: '--color-map-text-halo',
}

export type MapPalette = Readonly<Record<keyof typeof TOKENS, Rgb>>

/** The colours of the classes, lowest first. */
export const classColours = (palette: MapPalette, colour: DotColour): readonly Rgb[] =>
  colour === 'contacted'
    ? [palette.class0, palette.class3]
    : [palette.class0, palette.class1, palette.class2, palette.class3, palette.class4]

/** `_isDark` is a memo dependency. */
export const readPalette = (_isDark: boolean): MapPalette => readTokens(TOKENS, parseHex)

/** Design tokens, under the names in `tokens`. */
export function readTokens<Name extends string, Value>(
  tokens: Readonly<Record<Name, string>>,
  parse: (text: string) => Value,
): Record<Name, Value> {
  const style = getComputedStyle(document.documentElement)
  const values = Object.entries<string>(tokens).map(([name, token]) => [
    name,
    parse(style.getPropertyValue(token).trim()),
  ])
  // The names are those of `tokens`.
  return Object.fromEntries(values) as Record<Name, Value>
}

/** `#rrggbb` or `#rgb`; anything else is black. */
export function parseHex(text: string): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1] ?? '000'
  const width = digits.length / 3
  const channel = (index: number) => {
    const channelDigits = digits.slice(index * width, (index + 1) * width)
    return parseInt(width === 1 ? channelDigits.repeat(2) : channelDigits, 16)
  }
  return [channel(0), channel(1), channel(2)]
}

/** 'rgb(31 37 71)'. */
export const css = (colour: Rgb): string => `rgb(${colour.join(' ')})`
