import type { Rgb } from './scales'

/** The map's colours, read from the design tokens so that both schemes stay in one place. */
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

/** The palette in the scheme that is on; `_isDark` is there so that whoever keeps it reads it again when it changes. */
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

/**
 * `#rrggbb` or `#rgb` as numbers: the build writes the short form where it can. Anything else is black:
 * a missing token shows, it does not break the map.
 */
export function parseHex(text: string): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1] ?? '000'
  const width = digits.length / 3
  const channel = (index: number) => {
    const channelDigits = digits.slice(index * width, (index + 1) * width)
    return parseInt(width === 1 ? channelDigits.repeat(2) : channelDigits, 16)
  }
  return [channel(0), channel(1), channel(2)]
}
