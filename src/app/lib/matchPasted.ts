/**
 * Spaces do not separate values, because postcodes contain them. Longer names match first: "Bowdon, Hale and Timperley"
 * contains a comma.
 */
import { once } from './once'

export interface PastedOption {
  id: string
  displayName: string
}

const SEPARATOR = /[,;|\t\r\n]/
const SEPARATORS = /[,;|\t\r\n]/g

/** In order, without blanks and repeats. */
export function splitPasted(text: string): string[] {
  const seen = new Map<string, string>()
  for (const piece of text.split(SEPARATOR)) {
    const value = tidy(piece)
    if (value !== '' && !seen.has(fold(value))) seen.set(fold(value), value)
  }
  return [...seen.values()]
}

/** Whether the text holds several values. */
export function holdsSeveral(text: string): boolean {
  return text.split(SEPARATOR).filter((piece) => piece.trim() !== '').length > 1
}

/** Matches pasted text to options. @returns matches sorted by id, and the rest */
export function matchPasted<Option extends PastedOption>(
  text: string,
  options: readonly Option[],
): { matched: Option[]; unmatched: string[] } {
  const byName = new Map<string, Option[]>()
  let longest = 1
  for (const option of options) {
    const name = foldName(option.displayName)
    byName.set(name, [...(byName.get(name) ?? []), option])
    longest = Math.max(longest, name.split(SEPARATOR).length)
  }

  const pieces = splitPieces(text)
  const runs = listRuns(pieces, longest).filter((run) => byName.has(run.name))
  runs.sort((a, b) => b.name.length - a.name.length)

  const taken = new Set<number>()
  const matched = new Map<string, Option>()
  for (const run of runs) {
    const places = Array.from({ length: run.length }, (_, index) => run.start + index)
    if (places.some((place) => taken.has(place))) continue
    for (const place of places) taken.add(place)
    for (const option of byName.get(run.name) ?? []) matched.set(option.id, option)
  }
  const rest = pieces.filter((_, index) => !taken.has(index)).map((piece) => piece.text)
  return { matched: [...matched.values()].sort(compareById), unmatched: splitPasted(rest.join('\n')) }
}

function compareById(a: PastedOption, b: PastedOption): number {
  return idOrder().compare(a.id, b.id)
}
const idOrder = once(() => new Intl.Collator('en', { numeric: true }))

interface Piece {
  text: string
  separator: string
}

function splitPieces(text: string): Piece[] {
  const separators = ['', ...(text.match(SEPARATORS) ?? [])]
  return text
    .split(SEPARATOR)
    .map((piece, index) => ({ text: tidy(piece), separator: separators[index] ?? '' }))
    .filter((piece) => piece.text !== '')
}

function listRuns(pieces: readonly Piece[], longest: number) {
  return pieces.flatMap((_, start) =>
    Array.from({ length: Math.min(longest, pieces.length - start) }, (_unused, extra) => {
      const run = pieces.slice(start, start + extra + 1)
      const name = run.map((piece, index) => (index === 0 ? '' : piece.separator) + fold(piece.text)).join('')
      return { start, length: extra + 1, name }
    }),
  )
}

function foldName(name: string): string {
  return splitPieces(name)
    .map((piece, index) => (index === 0 ? '' : piece.separator) + fold(piece.text))
    .join('')
}

const MARKS = new Set('"\'‘’‚‛“”„«».;: ')

/** Without what word processors, mail and chats put before and around: marks of lists, quotation marks, invisible signs. */
function tidy(text: string): string {
  const value = text
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*–—]|o|\d{1,4}[.)]|[•·▪◦‣●○■])(?: |$)/, '')
  let [start, end] = [0, value.length]
  while (start < end && MARKS.has(value.charAt(start))) start += 1
  while (end > start && MARKS.has(value.charAt(end - 1))) end -= 1
  return value.slice(start, end)
}

/** One spelling: neither case nor spaces, width, dashes or apostrophes matter. */
const fold = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Dash}/gu, '-')
    .replace(/[‘’‛ʼ´`]/g, "'")
    .replace(/\s/g, '')
    .toLocaleLowerCase('en-GB')
