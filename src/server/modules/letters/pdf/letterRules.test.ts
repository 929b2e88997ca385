import PDFKit from 'pdfkit'
import { expect, test } from 'vitest'
import { readWhole } from '../../files/service'
import { checkLetter } from './letterRules'

const MM = 72 / 25.4
const ADDRESS = ['Mrs Edna Ashworth', '1 Harbour Street', 'Ashford', 'ZZ1 1AA']

type Line = readonly [text: string, x: number, y: number]

/** A PDF with lines at places in millimetres from the left and the top. */
async function letter(
  lines: readonly Line[],
  { pages = 1, size = 'A4', landscape = false, onLast }: { pages?: number; size?: string | [number, number]; landscape?: boolean; onLast?: Line } = {},
): Promise<Buffer> {
  const document = new PDFKit({ size, layout: landscape ? 'landscape' : 'portrait', margin: 0 })
  const whole = readWhole(document, 1_000_000)
  document.fontSize(10)
  const write = ([text, x, y]: Line) => document.text(text, x * MM, y * MM, { lineBreak: false, baseline: 'alphabetic' })
  lines.forEach(write)
  for (let page = 1; page < pages; page++) document.addPage()
  if (onLast) write(onLast)
  document.end()
  return whole
}

const inWindow = (lines: readonly string[]) => lines.map((line, index) => [line, 25, 43 + index * 3.8] as const)
const BODY = ['Dear Mrs Ashworth', 25, 100] as const
/** A crest above the window, a sender right of it, and a footer. */
const AROUND = [['Ashford Council', 16, 10], ['1 High Street, Ashford', 126, 60], ['Page 1 of 1, and a line to the right edge', 126, 291]] as const

test('a letter that can be posted', async () => {
  expect(await checkLetter(await letter([...inWindow(ADDRESS), BODY, ...AROUND], { pages: 10 }))).toEqual({ pages: 10, fault: undefined })
  expect((await checkLetter(await letter([...inWindow(['1', '2', '3', '4', '5', '6', 'SW1A 1AA'])]))).fault).toBeUndefined()
})

test('words of one line, wherever they were set, are one line', async () => {
  const words = [['1', 25, 43], ['Harbour', 30, 43.3], ['Ashford', 25, 47], ['ZZ1', 25, 51], ['1AA', 33, 51]] as const
  expect((await checkLetter(await letter(words))).fault).toBeUndefined()
})

test.each([
  ['not_a4', letter(inWindow(ADDRESS), { size: 'LETTER' })],
  ['not_a4', letter(inWindow(ADDRESS), { landscape: true })],
  ['not_a4', letter(inWindow(ADDRESS), { size: [210 * MM, 290 * MM] })],
  ['too_long', letter(inWindow(ADDRESS), { pages: 11 })],
  ['no_address', letter([BODY])],
  ['no_address', letter(ADDRESS.map((line, index) => [line, 130, 43 + index * 4]))],
  ['no_address', letter(ADDRESS.map((line, index) => [line, 15, 43 + index * 4]))],
  ['address_lines', letter(inWindow(['Mrs Ashworth', 'ZZ1 1AA']))],
  ['address_lines', letter(inWindow(['1', '2', '3', '4', '5', '6', '7', 'ZZ1 1AA'].map(String)).map(([line, x], index) => [line, x, 41 + index * 3.2]))],
  ['no_postcode', letter(inWindow([...ADDRESS, 'England']))],
  ['no_postcode', letter([...inWindow(ADDRESS), ['Our reference: 12', 60, 64]])],
  ['outside_print', letter([...inWindow(ADDRESS), ['text that begins too high', 25, 90]])],
  ['outside_print', letter([...inWindow(ADDRESS), ['beside the window', 16, 50]])],
  ['outside_print', letter([...inWindow(ADDRESS), ['above the window', 25, 35]])],
  ['outside_print', letter([...inWindow(ADDRESS), ['in the left margin', 12, 120]])],
  ['outside_print', letter([...inWindow(ADDRESS), ['over the right margin', 185, 120]])],
  ['outside_print', letter([...inWindow(ADDRESS), ['at the foot', 25, 295]])],
  ['outside_print', letter([...inWindow(ADDRESS), BODY], { pages: 2, onLast: ['at the head', 25, 5] })],
])('one with the fault %s', async (fault, made) => {
  expect((await checkLetter(await made)).fault).toBe(fault)
})

test('what is no PDF', async () => {
  await expect(checkLetter(Buffer.from('not a PDF'))).rejects.toThrow()
})
