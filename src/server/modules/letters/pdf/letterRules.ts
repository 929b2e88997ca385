/**
 * Policy: GOV.UK Notify's rules for a letter that is sent as a PDF, checked on the PDF itself: A4 upright, at most ten
 * pages, in the envelope's window an address of three to seven lines that ends with a UK postcode, and nothing where
 * the envelope and the printer's marks are. What is drawn is the template's and looked at when that is taken; words
 * are every household's own and looked at in each letter.
 * https://www.notifications.service.gov.uk/using-notify/guidance/upload-a-letter and its letter specification.
 */
import { getDocumentProxy } from 'unpdf'
import { isPostcode } from '../../recipients/service'
import { drawingsOf, MM_A_POINT, type Area, type Drawing, type Page } from './drawings'

export const MAX_PAGES = 10
const A4_MM = [210, 297] as const
const A4_TOLERANCE_MM = 2
/** Words whose feet are no further apart than this stand in one line. */
const SAME_LINE_MM = 1.2
const ADDRESS_LINES = [3, 7] as const

const WINDOW: Area = { left: 24.6, right: 120, top: 39.5, bottom: 66.3 }
/** Above the window a crest, to its right the sender, below both the text. */
const FIRST_PAGE: readonly Area[] = [
  { left: 15, right: 125, top: 5, bottom: 30 },
  { left: 125, right: 195, top: 5, bottom: 95 },
  WINDOW,
  { left: 15, right: 195, top: 95, bottom: 292 },
]
const NEXT_PAGES: readonly Area[] = [{ left: 15, right: 195, top: 5, bottom: 292 }]
/** Notify allows so much over the edges of an area. */
const TOLERANCE_MM = 1

/** What may be wrong with a letter, in Notify's sense. */
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

/**
 * @param options.withDrawings whether lines, shapes and pictures are looked at too.
 * @throws Error for what is no PDF.
 */
export async function checkLetter(
  pdf: Uint8Array,
  options: { readonly withDrawings?: boolean } = {},
): Promise<CheckedLetter> {
  // A copy: the reader takes the bytes away from whoever gave them.
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  try {
    const pages = document.numPages
    const faultOf = async (): Promise<LetterFault | undefined> => {
      if (pages > MAX_PAGES) return 'too_long'
      const words: Word[][] = []
      let isOutside = false
      let hasBrackets = false
      for (let number = 1; number <= pages; number++) {
        const page = await document.getPage(number)
        if (!isA4(page.view, page.rotate)) return 'not_a4'
        const { items } = await page.getTextContent()
        const found = wordsOf(page, items)
        hasBrackets ||= textOf(items).includes('((')
        const areas = number === 1 ? FIRST_PAGE : NEXT_PAGES
        const printed: readonly Drawing[] = options.withDrawings ? [...found, ...(await drawingsOf(page))] : found
        isOutside ||= printed.some(isOutsideOf(areas))
        words.push(found)
      }
      if (hasBrackets) return 'brackets'
      return addressFault(addressLines(words[0] ?? [])) ?? (isOutside ? 'outside_print' : undefined)
    }
    return { pages, fault: await faultOf() }
  } finally {
    await document.destroy()
  }
}

function isA4([left = 0, bottom = 0, right = 0, top = 0]: number[], rotate: number): boolean {
  const size = [right - left, top - bottom].map((points) => points * MM_A_POINT)
  const upright = rotate % 180 === 0 ? size : size.reverse()
  return A4_MM.every((wanted, index) => Math.abs((upright[index] ?? 0) - wanted) <= A4_TOLERANCE_MM)
}

function addressFault(lines: readonly string[]): LetterFault | undefined {
  const last = lines.at(-1)
  if (last === undefined) return 'no_address'
  if (lines.length < ADDRESS_LINES[0] || lines.length > ADDRESS_LINES[1]) return 'address_lines'
  return isPostcode(last) ? undefined : 'no_postcode'
}

/** Some words of one line; its bottom is where the letters stand. */
interface Word extends Drawing {
  readonly text: string
}

/** Of a font's size: how high its capitals are. */
const CAPITALS = 0.7

type TextItems = Awaited<ReturnType<Page['getTextContent']>>['items']

/** What takes no room in print. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The text as it is read on paper. Brackets that hidden text, a list's number or an object keeps apart in the Word
 * document stand beside each other only here.
 */
const textOf = (items: TextItems) =>
  items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    .join('')
    .replace(INVISIBLE, '')
    .normalize('NFKC')

function wordsOf(page: Page, items: TextItems): Word[] {
  const [pageLeft = 0, , , pageTop = 0] = page.view
  return items
    .flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
    .map(({ str, transform, width, height }) => {
      const [, , , , x = 0, y = 0] = transform as number[] // six numbers by the PDF's definition
      const [left, bottom] = [(x - pageLeft) * MM_A_POINT, (pageTop - y) * MM_A_POINT]
      return {
        text: str,
        left,
        right: left + width * MM_A_POINT,
        top: bottom - height * CAPITALS * MM_A_POINT,
        bottom,
        isInked: () => true,
      }
    })
}

/** How far apart the places are that are looked at: less than what lies between two areas. */
const STEP_MM = 0.5

/** Places from one end to the other, both of them among these. */
const between = (from: number, to: number) => [
  ...Array.from({ length: Math.ceil((to - from) / STEP_MM) }, (_, index) => from + index * STEP_MM),
  to,
]

/** Whether something is printed that lies in none of these areas. */
const isOutsideOf =
  (areas: readonly Area[]) =>
  (drawing: Drawing): boolean => {
    const isIn = (x: number, y: number) =>
      areas.some(
        (area) =>
          x >= area.left - TOLERANCE_MM &&
          x <= area.right + TOLERANCE_MM &&
          y >= area.top - TOLERANCE_MM &&
          y <= area.bottom + TOLERANCE_MM,
      )
    const { left, right, top, bottom } = drawing
    return between(left, right).some((x) => between(top, bottom).some((y) => !isIn(x, y) && drawing.isInked(x, y)))
  }

/** The lines that show in the window, from the top. */
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
