import { expect, test } from 'vitest'
import decodeQR from 'qr/decode.js'
import { exampleDocument, partOf, textOfPart } from '../testing/documents'
import { readLetterDocument } from './letterDocument'
import { checkDocument } from './package'

const MARK = {
  url: 'https://doorstep.ashford.example/letter/ashford?code=7KQ2M-X4T9B-WD63H',
  paragraphs: [{ title: 'Is this letter genuine?', words: 'Go to doorstep.ashford.example/letter/ashford.' }],
  code: '7KQ2M-X4T9B-WD63H',
}
const PIXELS_A_MODULE = 4

/** What a camera sees of the rectangles of a document's first path. */
function seen(xml: string): string {
  const path = /<a:path w="(\d+)" h="\d+">(.*?)<\/a:path>/s.exec(xml)
  const modules = Number(path?.[1])
  const points = [...(path?.[2] ?? '').matchAll(/<a:pt x="(\d+)" y="(\d+)">/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  const width = modules * PIXELS_A_MODULE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (let at = 0; at < points.length; at += 4) {
    const [[fromX = 0, fromY = 0] = [], , [toX = 0, toY = 0] = []] = points.slice(at, at + 3)
    for (let y = fromY * PIXELS_A_MODULE; y < toY * PIXELS_A_MODULE; y++)
      data.fill(0, (y * width + fromX * PIXELS_A_MODULE) * 4, (y * width + toX * PIXELS_A_MODULE) * 4)
  }
  for (let at = 3; at < data.length; at += 4) data[at] = 255
  return decodeQR({ width, height: width, data })
}

test('a letter ends with a QR code that leads to its page, and with its code in words', async () => {
  const letter = readLetterDocument(await checkDocument(exampleDocument()))
  const marked = letter.fill({ first_name: 'Edna' }, MARK)
  expect(textOfPart(marked)).toMatch(/Dear Edna.*Is this letter genuine\?.*7KQ2M-X4T9B-WD63H/s)
  expect(seen(partOf(marked, 'word/document.xml') ?? '')).toBe(MARK.url)
  // The same letter for the next household.
  expect(textOfPart(letter.fill({ first_name: 'Ann' }))).not.toContain('genuine')
})
