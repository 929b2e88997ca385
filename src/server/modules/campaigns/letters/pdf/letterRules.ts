/** GOV.UK Notify's rules for PDF letters (#contract/campaigns/letterZones). */
import {
  FIRST_PAGE_ZONES,
  NEXT_PAGES_ZONE,
  PAGE_MM,
  WINDOW_ZONE as WINDOW,
  type LetterZone,
} from '#contract/campaigns/letterZones'
import { isPostcode } from '../../../../lib/postcodes'
import { gatherPlaces } from './gatherPlaces'
import { MAX_PAGES, type FoundFault, type LetterFault } from './letterFaults'
import { readPdf, type PdfPage, type Word } from './readPdf'

const A4_MM = [PAGE_MM.width, PAGE_MM.height] as const
const A4_TOLERANCE_MM = 2
/** Baselines closer than this are one line. */
const SAME_LINE_MM = 1.2
const ADDRESS_LINES = [3, 7] as const

const FIRST_PAGE: readonly LetterZone[] = Object.values(FIRST_PAGE_ZONES)
const NEXT_PAGES: readonly LetterZone[] = [NEXT_PAGES_ZONE]
const TOLERANCE_MM = 1

export interface CheckedLetter {
  readonly pages: number
  /** Most serious first. */
  readonly faults: readonly FoundFault[]
}

/** Checks a PDF by Notify's rules. @throws Error when it is no PDF */
export async function checkLetter(pdf: Uint8Array): Promise<CheckedLetter> {
  const { count, pages } = await readPdf(pdf, MAX_PAGES)
  return { pages: count, faults: findFaults(count, pages) }
}

/** The faults of a letter of `count` pages. */
export function findFaults(count: number, pages: readonly PdfPage[]): FoundFault[] {
  const [first] = pages
  const onPage = (fault: LetterFault, page = 0): FoundFault => ({ fault, page, place: null, line: null })
  if (!first) return [onPage('not_a4')]
  const otherSize = pages.findIndex((page) => !isA4(page))
  return [
    ...(count > MAX_PAGES ? [onPage('too_long')] : []),
    // Zones are those of A4.
    ...(otherSize >= 0 ? [onPage('not_a4', otherSize)] : []),
    ...pages.flatMap(findBrackets),
    ...(otherSize >= 0 ? [] : [...findAddressFault(first), ...pages.flatMap(findOutside)]),
  ]
}

const isA4 = ({ width, height }: PdfPage) =>
  [width, height].every((size, index) => Math.abs(size - (A4_MM[index] ?? 0)) <= A4_TOLERANCE_MM)

function findAddressFault(page: PdfPage): FoundFault[] {
  const lines = groupLines(page.words.filter(isInWindow))
  const last = lines.at(-1)
  const found = (fault: LetterFault, line: string | null): FoundFault[] => [{ fault, page: 0, place: WINDOW, line }]
  if (last === undefined) return found('no_address', null)
  if (lines.length < ADDRESS_LINES[0] || lines.length > ADDRESS_LINES[1])
    return found('address_lines', lines.map(({ text }) => text).join(' / '))
  return isPostcode(last.text) ? [] : [{ fault: 'no_postcode', page: 0, place: last.place, line: last.text }]
}

const isInWindow = ({ left, bottom }: Word) =>
  left >= WINDOW.left - TOLERANCE_MM &&
  left <= WINDOW.right &&
  bottom >= WINDOW.top &&
  bottom <= WINDOW.bottom + TOLERANCE_MM

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Brackets split by hidden text, list numbers or objects meet only in print. */
const asPrinted = (text: string) => text.replace(INVISIBLE, '').normalize('NFKC')
const hasBrackets = (text: string) => asPrinted(text).includes('((')

function findBrackets({ text, words }: PdfPage, page: number): FoundFault[] {
  if (!hasBrackets(text)) return []
  const line = groupLines(words).find((one) => hasBrackets(one.text))
  return [{ fault: 'brackets', page, place: line?.place ?? null, line: line?.text ?? null }]
}

function findOutside(page: PdfPage, number: number): FoundFault[] {
  const zones = number === 0 ? FIRST_PAGE : NEXT_PAGES
  const lines = groupLines(page.words)
  return gatherPlaces(inkOutside(page, zones)).map((place) => ({
    fault: 'outside_print',
    page: number,
    place,
    line: lines.find((line) => isTouching(line.place, place))?.text ?? null,
  }))
}

function* inkOutside(page: PdfPage, zones: readonly LetterZone[]): Iterable<readonly [x: number, y: number]> {
  for (const point of page.ink()) if (!zones.some((zone) => holds(zone, point))) yield point
}

const holds = ({ left, right, top, bottom }: LetterZone, [x, y]: readonly [number, number]) =>
  x >= left - TOLERANCE_MM && x <= right + TOLERANCE_MM && y >= top - TOLERANCE_MM && y <= bottom + TOLERANCE_MM

const isTouching = (one: LetterZone, other: LetterZone) =>
  one.left <= other.right && one.right >= other.left && one.top <= other.bottom && one.bottom >= other.top

export interface PrintedLine {
  readonly text: string
  readonly place: LetterZone
}

/** Words by line, from the top. */
export function groupLines(words: readonly Word[]): PrintedLine[] {
  const lines: { bottom: number; words: Word[] }[] = []
  for (const word of words.toSorted((a, b) => a.bottom - b.bottom)) {
    const line = lines.at(-1)
    if (line && word.bottom - line.bottom <= SAME_LINE_MM) line.words.push(word)
    else lines.push({ bottom: word.bottom, words: [word] })
  }
  return lines.map((line) => {
    const inOrder = line.words.toSorted((a, b) => a.left - b.left)
    return {
      text: inOrder
        .map(({ text }) => text)
        .join(' ')
        .trim(),
      place: {
        left: Math.min(...inOrder.map(({ left }) => left)),
        right: Math.max(...inOrder.map(({ right }) => right)),
        top: Math.min(...inOrder.map(({ top }) => top)),
        bottom: line.bottom + DESCENDERS_MM,
      },
    }
  })
}

/** What hangs below a baseline. */
const DESCENDERS_MM = 1
