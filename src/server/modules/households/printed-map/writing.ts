import type { DrawnItem, DrawnText } from '#contract/households/printedMap'
import type { PageBox } from './projection'

export const MAP_INK = '#1b1f24'
export const MAP_MUTED = '#4f5966'
export const MAP_LINE = '#c4cad2'

/** A text's width in points. */
export type Measure = (text: string, look: Pick<DrawnText, 'size' | 'weight'>) => number

/** A filled rectangle. */
export const rectangle = ([x, y, width, height]: PageBox, look: { fill: string; opacity?: number }): DrawnItem => ({
  kind: 'path',
  path: `M${x} ${y}h${width}v${height}h${-width}Z`,
  ...look,
})

/** Between words; an overlong word anywhere. */
export function breakLines(
  text: string,
  width: number,
  look: Pick<DrawnText, 'size' | 'weight'>,
  measure: Measure,
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer, look) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const sign of word) {
      if (line !== '' && measure(line + sign, look) > width) {
        lines.push(line)
        line = ''
      }
      line += sign
    }
  }
  return line === '' ? lines : [...lines, line]
}
