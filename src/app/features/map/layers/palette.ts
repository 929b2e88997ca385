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
  household: '--map-household',
  wardLow: '--map-ward-low',
  wardHigh: '--map-ward-high',
  wardNone: '--map-ward-none',
  wardLine: '--map-ward-line',
  label: '--map-label',
  labelHalo: '--map-label-halo',
  selected: '--map-selected',
}

/** Reads the palette as it is now; read again when the colour scheme changes. */
export function readPalette(element: Element = document.documentElement): MapPalette {
  const style = getComputedStyle(element)
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

/** `#rrggbb` as numbers. Anything else is black: a missing token shows, it does not break the map. */
export function parseHex(text: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim())
  const channel = (index: 1 | 2 | 3) => parseInt(match?.[index] ?? '0', 16)
  return [channel(1), channel(2), channel(3)]
}
