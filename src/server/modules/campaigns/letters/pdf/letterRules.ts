/**
 * GOV.UK Notify's rules for letters uploaded as PDF:
 * https://www.notifications.service.gov.uk/using-notify/guidance/upload-a-letter and the letter specification there.
 */
import { isPostcode } from '../../../../lib/postcodes'
import { readPdf, type PdfPage, type Word } from './readPdf'

export const MAX_PAGES = 10
const A4_MM = [210, 297] as const
const A4_TOLERANCE_MM = 2
/** Baselines closer than this are one line. */
const SAME_LINE_MM = 1.2
const ADDRESS_LINES = [3, 7] as const

/** Millimetres from the left and top. */
interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export const WINDOW: Area = { left: 24.6, right: 120, top: 39.5, bottom: 66.3 }
const FIRST_PAGE: readonly Area[] = [
  { left: 15, right: 125, top: 5, bottom: 30 },
  { left: 125, right: 195, top: 5, bottom: 95 },
  WINDOW,
  { left: 15, right: 195, top: 95, bottom: 292 },
]
const NEXT_PAGES: readonly Area[] = [{ left: 15, right: 195, top: 5, bottom: 292 }]
const TOLERANCE_MM = 1

export const LETTER_FAULT_NAMES = [
  'not_a4',
  'too_long',
  'no_address',
  'address_lines',
  'no_postcode',
  'outside_print',
  'brackets',
] as const
export type LetterFault = (typeof LETTER_FAULT_NAMES)[number]

export interface CheckedLetter {
  readonly pages: number
  readonly fault: LetterFault | undefined
}

/** Checks a PDF by Notify's rules. @throws Error when it is no PDF */
export async function checkLetter(pdf: Uint8Array): Promise<CheckedLetter> {
  const { count, pages } = await readPdf(pdf, MAX_PAGES)
  return { pages: count, fault: count > MAX_PAGES ? 'too_long' : faultOf(pages) }
}

function faultOf(pages: readonly PdfPage[]): LetterFault | undefined {
  const [first] = pages
  if (!first || !pages.every(isA4)) return 'not_a4'
  if (pages.some(({ text }) => asPrinted(text).includes('(('))) return 'brackets'
  const isOutside = pages.some((page) => hasInkOutside(page, page === first ? FIRST_PAGE : NEXT_PAGES))
  return addressFault(addressLines(first.words)) ?? (isOutside ? 'outside_print' : undefined)
}

const isA4 = ({ width, height }: PdfPage) =>
  [width, height].every((size, index) => Math.abs(size - (A4_MM[index] ?? 0)) <= A4_TOLERANCE_MM)

function addressFault(lines: readonly string[]): LetterFault | undefined {
  const last = lines.at(-1)
  if (last === undefined) return 'no_address'
  if (lines.length < ADDRESS_LINES[0] || lines.length > ADDRESS_LINES[1]) return 'address_lines'
  return isPostcode(last) ? undefined : 'no_postcode'
}

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Brackets that Word keeps apart with hidden text, list numbers or objects meet only in print. */
const asPrinted = (text: string) => text.replace(INVISIBLE, '').normalize('NFKC')

function hasInkOutside(page: PdfPage, areas: readonly Area[]): boolean {
  for (const [x, y] of page.ink()) {
    const isIn = areas.some(
      (area) =>
        x >= area.left - TOLERANCE_MM &&
        x <= area.right + TOLERANCE_MM &&
        y >= area.top - TOLERANCE_MM &&
        y <= area.bottom + TOLERANCE_MM,
    )
    if (!isIn) return true
  }
  return false
}

function addressLines(page: readonly Word[]): string[] {
  const words = page
    .filter(
      ({ left, bottom }) =>
        left >= WINDOW.left - TOLERANCE_MM &&
        left <= WINDOW.right &&
        bottom >= WINDOW.top &&
        bottom <= WINDOW.bottom + TOLERANCE_MM,
    )
    .sort((a, b) => a.bottom - b.bottom)
  const lines: { bottom: number; words: Word[] }[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line && word.bottom - line.bottom <= SAME_LINE_MM) line.words.push(word)
    else lines.push({ bottom: word.bottom, words: [word] })
  }
  return lines.map((line) =>
    line.words
      .sort((a, b) => a.left - b.left)
      .map(({ text }) => text)
      .join(' ')
      .trim(),
  )
}
