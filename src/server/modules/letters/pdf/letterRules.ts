/**
 * Policy: GOV.UK Notify's rules for a letter that is sent as a PDF, checked on the PDF itself: A4 upright, at most ten
 * pages, and in the envelope's window an address of three to seven lines that ends with a UK postcode.
 * https://www.notifications.service.gov.uk/using-notify/guidance/upload-a-letter and its letter specification.
 */
import { getDocumentProxy } from 'unpdf'
import { isPostcode } from '../../recipients/service'

export const MAX_PAGES = 10
const A4_MM = [210, 297] as const
const A4_TOLERANCE_MM = 2
/** The window in millimetres from the page's left and top. */
const WINDOW = { left: 24.6, right: 120, top: 39.5, bottom: 66.3 }
const WINDOW_TOLERANCE_MM = 1
/** Words whose feet are no further apart than this stand in one line. */
const SAME_LINE_MM = 1.2
const ADDRESS_LINES = [3, 7] as const

const MM_A_POINT = 25.4 / 72

/** What is wrong with a letter, in Notify's sense. */
export type LetterFault = 'not_a4' | 'too_long' | 'no_address' | 'address_lines' | 'no_postcode'

export interface CheckedLetter {
  readonly pages: number
  readonly fault: LetterFault | undefined
}

/** @throws Error for what is no PDF. */
export async function checkLetter(pdf: Uint8Array): Promise<CheckedLetter> {
  // A copy: the reader takes the bytes away from whoever gave them.
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  try {
    const pages = document.numPages
    const faultOf = async (): Promise<LetterFault | undefined> => {
      if (pages > MAX_PAGES) return 'too_long'
      for (let number = 1; number <= pages; number++) {
        const { view, rotate } = await document.getPage(number)
        if (!isA4(view, rotate)) return 'not_a4'
      }
      return addressFault(await addressLines(await document.getPage(1)))
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

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** The lines that show in the window, from the top. */
async function addressLines(page: Page): Promise<string[]> {
  const [left = 0, , , top = 0] = page.view
  const { items } = await page.getTextContent()
  const words = items
    .flatMap((item) => ('str' in item ? [item] : []))
    .filter(({ str }) => str.trim() !== '')
    .map(({ str, transform }) => {
      const [, , , , x = 0, y = 0] = transform as number[] // six numbers by the PDF's definition
      return { str, x: (x - left) * MM_A_POINT, y: (top - y) * MM_A_POINT }
    })
    .filter(
      ({ x, y }) =>
        x >= WINDOW.left - WINDOW_TOLERANCE_MM && x <= WINDOW.right && y >= WINDOW.top && y <= WINDOW.bottom + WINDOW_TOLERANCE_MM,
    )
    .sort((a, b) => a.y - b.y)
  const lines: { y: number; words: typeof words }[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line && word.y - line.y <= SAME_LINE_MM) line.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  return lines.map((line) =>
    line.words
      .sort((a, b) => a.x - b.x)
      .map(({ str }) => str)
      .join(' ')
      .trim(),
  )
}
