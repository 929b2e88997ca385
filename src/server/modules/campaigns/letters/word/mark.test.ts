import { expect, test } from 'vitest'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { exampleDocument, readDocumentPart, unzipParts, textOfPart } from '../testing/documents'
import { readLetterDocument } from './letterDocument'
import { drawMark } from './mark'
import { checkDocument } from './package'

const MARK = {
  url: 'https://doorstep.ashford.example/letter/ashford?code=7KQ2M-X4T9B-WD63H',
  paragraphs: [{ title: 'Is this letter genuine?', words: 'Go to doorstep.ashford.example/letter/ashford.' }],
  code: '7KQ2M-X4T9B-WD63H',
}
/** What a camera sees of a document's QR code. */
async function seen(document: Buffer): Promise<string> {
  const xml = readDocumentPart(document, 'word/document.xml') ?? ''
  const relation = /<a:blip r:embed="(\w+)">/.exec(xml)?.[1]
  const relations = readDocumentPart(document, 'word/_rels/document.xml.rels') ?? ''
  const target = new RegExp(`Id="${relation}"[^>]* Target="([^"]+)"`).exec(relations)?.[1]
  const picture = unzipParts(document)[`word/${target}`]
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test('a letter ends with a QR code that leads to its page, and with its code in words', async () => {
  const letter = readLetterDocument(await checkDocument(exampleDocument()))
  const marked = letter.fill({ first_name: 'Edna' }, await drawMark(MARK))
  expect(textOfPart(marked)).toMatch(/Dear Edna.*Is this letter genuine\?.*7KQ2M-X4T9B-WD63H/s)
  expect(await seen(marked)).toBe(MARK.url)
  // The same letter for the next household.
  expect(textOfPart(letter.fill({ first_name: 'Ann' }))).not.toContain('genuine')
})
