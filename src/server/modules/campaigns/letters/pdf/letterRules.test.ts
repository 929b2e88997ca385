import { crc32, deflateSync } from 'node:zlib'
import PDFKit from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { readWhole } from '../../../platform/files/service'
import { checkLetter } from './letterRules'

const MM = 72 / 25.4
const ADDRESS = ['Mrs Edna Ashworth', '1 Harbour Street', 'Ashford', 'ZE9 1AA']

type Line = readonly [text: string, x: number, y: number]
interface LetterOptions {
  readonly pages?: number
  readonly size?: string | [number, number]
  readonly landscape?: boolean
  readonly onLast?: Line
  /** Draws on the last page, in millimetres from its left and top. */
  readonly draw?: (page: PDFKit.PDFDocument) => void
}

/** A PDF with lines at places in millimetres from the left and the top. */
async function letter(
  lines: readonly Line[],
  { pages = 1, size = 'A4', landscape = false, onLast, draw }: LetterOptions = {},
): Promise<Buffer> {
  const document = new PDFKit({ size, layout: landscape ? 'landscape' : 'portrait', margin: 0 })
  const whole = readWhole(document, 1_000_000)
  document.fontSize(10)
  const write = ([text, x, y]: Line) =>
    document.text(text, x * MM, y * MM, { lineBreak: false, baseline: 'alphabetic' })
  lines.forEach(write)
  for (let page = 1; page < pages; page++) document.addPage()
  if (onLast) write(onLast)
  draw?.(document.scale(MM))
  document.end()
  return whole
}

const inWindow = (lines: readonly string[]) => lines.map((line, index) => [line, 25, 43 + index * 3.8] as const)
const BODY = ['Dear Mrs Ashworth', 25, 100] as const
/** A crest above the window, a sender right of it, and a footer. */
const AROUND = [
  ['Ashford Council', 16, 10],
  ['1 High Street, Ashford', 126, 60],
  ['Page 1 of 1, and a line to the right edge', 126, 291],
] as const

const faultOf = async (pdf: Buffer | Promise<Buffer>) => (await checkLetter(await pdf)).faults[0]?.fault

test('a letter that can be posted', async () => {
  expect(await checkLetter(await letter([...inWindow(ADDRESS), BODY, ...AROUND], { pages: 10 }))).toEqual({
    pages: 10,
    faults: [],
  })
  expect(await faultOf(letter([...inWindow(['1', '2', '3', '4', '5', '6', 'SW1A 1AA'])]))).toBeUndefined()
})

test('brackets that stand beside each other only in print are none that a letter may have', async () => {
  expect(await faultOf(letter([...inWindow(ADDRESS), ['Dear ((not_known))', 25, 100]]))).toBe('brackets')
  expect(await faultOf(letter([...inWindow(ADDRESS), ['Dear (a) (b (c))', 25, 100]]))).toBeUndefined()
})

test('words of one line, wherever they were set, are one line', async () => {
  const words = [
    ['1', 25, 43],
    ['Harbour', 30, 43.3],
    ['Ashford', 25, 47],
    ['ZE9', 25, 51],
    ['1AA', 33, 51],
  ] as const
  expect(await faultOf(letter(words))).toBeUndefined()
})

test.each([
  ['not_a4', letter(inWindow(ADDRESS), { size: 'LETTER' })],
  ['not_a4', letter(inWindow(ADDRESS), { landscape: true })],
  ['not_a4', letter(inWindow(ADDRESS), { size: [210 * MM, 290 * MM] })],
  ['too_long', letter(inWindow(ADDRESS), { pages: 11 })],
  ['no_address', letter([BODY])],
  ['no_address', letter(ADDRESS.map((line, index) => [line, 130, 43 + index * 4]))],
  ['no_address', letter(ADDRESS.map((line, index) => [line, 15, 43 + index * 4]))],
  ['address_lines', letter(inWindow(['Mrs Ashworth', 'ZE9 1AA']))],
  [
    'address_lines',
    letter(
      inWindow(['1', '2', '3', '4', '5', '6', '7', 'ZE9 1AA'].map(String)).map(([line, x], index) => [
        line,
        x,
        41 + index * 3.2,
      ]),
    ),
  ],
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
  expect(await faultOf(made)).toBe(fault)
})

/** A PNG: of ink, or with ink in a square near its upper left corner and white or nothing everywhere else. */
function picture(width: number, height: number, around: 'ink' | 'white' | 'clear'): Buffer {
  const ink = [0, 0, 128, 255]
  const paper = { ink, white: [255, 255, 255, 255], clear: [0, 0, 0, 0] }[around]
  const isCrest = (x: number, y: number) => x >= 20 && x < 35 && y >= 10 && y < 25
  const row = (y: number) => [0, ...Array.from({ length: width }, (_, x) => (isCrest(x, y) ? ink : paper)).flat()]
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits each of red, green, blue and how opaque it is.
  size.set([8, 6], 8)
  const pixels = deflateSync(Buffer.from(Array.from({ length: height }, (_, y) => row(y)).flat()))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('all faults at once, each with its place and its line', async () => {
  const lines = [
    ['Dear ((who))', 25, 88],
    ['in the left margin', 8, 120],
    ['at the foot', 25, 295.5],
  ] as const
  const { faults } = await checkLetter(await letter([...inWindow([...ADDRESS, 'England']), ...lines]))
  expect(faults.map(({ fault, page, line }) => [fault, page, line])).toEqual([
    ['brackets', 0, 'Dear ((who))'],
    ['no_postcode', 0, 'England'],
    ['outside_print', 0, 'Dear ((who))'],
    ['outside_print', 0, 'in the left margin'],
    ['outside_print', 0, 'at the foot'],
  ])
  const { left, right, top, bottom } = faults[2]?.place ?? { left: 0, right: 0, top: 0, bottom: 0 }
  expect([left > 24 && left < 27, right > 40 && right < 50, top > 84 && top < 87, bottom > 87 && bottom < 90]).toEqual(
    Array(4).fill(true),
  )
})

describe('lines, shapes and pictures', () => {
  const drawn = (draw: LetterOptions['draw'], options: LetterOptions = {}) =>
    faultOf(letter([...inWindow(ADDRESS), BODY], { ...options, draw }))

  test.each<[string, LetterOptions['draw'], LetterOptions?]>([
    ['a rule below the text', (page) => page.moveTo(15, 290).lineTo(195, 290).stroke()],
    ['a frame around the text', (page) => page.rect(20, 96, 170, 190).stroke()],
    ['a crest above the window', (page) => page.image(picture(10, 10, 'ink'), 20, 6, { width: 20 })],
    [
      'a frame at the head of the second page',
      (page) => page.rect(15, 5, 180, 50).fillAndStroke('red', 'black'),
      { pages: 2 },
    ],
    ['a white box where the envelope is', (page) => page.rect(5, 35, 100, 50).fill('white')],
    [
      'a band that is cut off',
      (page) => page.save().rect(15, 100, 180, 10).clip().rect(0, 100, 210, 10).fill('blue').restore(),
    ],
    [
      'a picture as large as the page that is white but for its crest',
      (page) => page.image(picture(210, 297, 'white'), 0, 0, { width: 210 }),
    ],
    [
      'one that is transparent but for its crest',
      (page) => page.image(picture(210, 297, 'clear'), 0, 0, { width: 210 }),
    ],
  ])('%s can be printed', async (_what, draw, options) => {
    expect(await drawn(draw, options)).toBeUndefined()
  })

  test.each<[string, LetterOptions['draw'], LetterOptions?]>([
    ['a rule from edge to edge', (page) => page.moveTo(5, 150).lineTo(205, 150).stroke()],
    ['a mark where it is folded', (page) => page.moveTo(2, 99).lineTo(8, 99).stroke('black')],
    ['a frame around the window', (page) => page.rect(20, 38, 104, 32).stroke()],
    ['a coloured band', (page) => page.rect(0, 0, 210, 20).fill('blue')],
    ['a crest in the corner', (page) => page.image(picture(10, 10, 'ink'), 2, 2, { width: 20 })],
    ['a picture as large as the page', (page) => page.image(picture(210, 297, 'ink'), 0, 0, { width: 210 })],
    ['a line at the foot of the second page', (page) => page.moveTo(20, 295).lineTo(100, 295).stroke(), { pages: 2 }],
  ])('%s cannot', async (_what, draw, options) => {
    expect(await drawn(draw, options)).toBe('outside_print')
  })
})

test('what is no PDF', async () => {
  await expect(checkLetter(Buffer.from('not a PDF'))).rejects.toThrow()
})
