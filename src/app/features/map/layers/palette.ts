import type { Rgb } from './scales'

/** The map's colours, read from the design tokens. */
export interface MapPalette {
  readonly household: Rgb
  readonly wardLow: Rgb
  readonly wardHigh: Rgb
  readonly wardNone: Rgb
  readonly wardLine: Rgb
  readonly label: Rgb
  readonly labelHalo: Rgb
  readonly selected: Rgb
}

const TOKENS: Record<keyof MapPalette, string> = {
  household: '--color-household',
  wardLow: '--color-ward-low',
  wardHigh: '--color-ward-high',
  wardNone: '--color-ward-none',
  wardLine: '--color-ward-line',
  label: '--color-map-label',
  labelHalo: '--color-map-label-halo',
  selected: '--color-map-selected',
}

/** Reads the current scheme's palette; `_isDark` is a memo dependency. */
export function readPalette(_isDark: boolean): MapPalette {
  const style = getComputedStyle(document.documentElement)
  const read = (name: keyof MapPalette) => parseHex(style.getPropertyValue(TOKENS[name]))
  return {
    household: read('household'),
    wardLow: read('wardLow'),
    wardHigh: read('wardHigh'),
    wardNone: read('wardNone'),
    wardLine: read('wardLine'),
    label: read('label'),
    labelHalo: read('labelHalo'),
    selected: read('selected'),
  }
}

/** Parses `#rrggbb` or the minified `#rgb`; anything else is black, so a missing token shows. */
export function parseHex(text: string): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1] ?? '000'
  const width = digits.length / 3
  const channel = (index: number) => {
    const channelDigits = digits.slice(index * width, (index + 1) * width)
    return parseInt(width === 1 ? channelDigits.repeat(2) : channelDigits, 16)
  }
  return [channel(0), channel(1), channel(2)]
}
