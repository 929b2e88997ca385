import PDFKit from 'pdfkit'
import { PDFDocument, PDFName } from 'pdf-lib'
import { expect, test } from 'vitest'
import { readWhole } from '../../../platform/files/service'
import { textOfPdf } from '../testing/documents'
import { createPack } from './pack'

/** Noise, which nothing can make smaller: a crest that every letter carries. */
const CREST = Array.from({ length: 20_000 }, (_, index) => (index * 7919 * 31) % 251)

async function letter(name: string, pages: number): Promise<Buffer> {
  const document = new PDFKit({ size: 'A4', info: { Title: name }, compress: false })
  const whole = readWhole(document, 1_000_000)
  for (let page = 1; page <= pages; page++) {
    if (page > 1) document.addPage()
    document.text(`${name}, page ${page}`)
    document.text('elsewhere', { link: 'https://www.gov.uk/' })
  }
  document.end()
  const loaded = await PDFDocument.load(await whole)
  const crest = loaded.context.register(loaded.context.stream(Uint8Array.from(CREST)))
  for (const page of loaded.getPages()) page.node.Resources()?.set(PDFName.of('Crest'), crest)
  return Buffer.from(await loaded.save())
}

const join = async (letters: readonly Buffer[]) => {
  const pack = createPack()
  const pieces: Buffer[] = []
  for (const each of letters) pieces.push(await pack.add(each))
  const { content, pages } = pack.end()
  return { pages, pdf: Buffer.concat([...pieces, content]) }
}

test('letters become one PDF, page by page in their order, that other readers can read', async () => {
  const { pages, pdf } = await join([await letter('Ann', 2), await letter('Bob', 1), await letter('Cy', 3)])
  expect(pages).toBe(6)
  expect((await textOfPdf(pdf)).map((page) => page.replace(' elsewhere', ''))).toEqual([
    'Ann, page 1',
    'Ann, page 2',
    'Bob, page 1',
    'Cy, page 1',
    'Cy, page 2',
    'Cy, page 3',
  ])
  const again = await PDFDocument.load(pdf, { throwOnInvalidObject: true })
  expect(again.getPageCount()).toBe(6)
  expect(again.getPage(5).getSize()).toEqual({ width: 595.28, height: 841.89 })
})

test('has a page tree however many letters there are, and what they share once', async () => {
  const one = await letter('Ann', 1)
  const letters = Array.from({ length: 250 }, () => one)
  const { pages, pdf } = await join(letters)
  expect(pages).toBe(250)
  expect((await PDFDocument.load(pdf)).getPageCount()).toBe(250)
  expect(pdf.length).toBeLessThan(one.length + 250 * 1_500)
})

test('is a PDF without any letter, and fails on what is none', async () => {
  expect((await PDFDocument.load((await join([])).pdf)).getPageCount()).toBe(0)
  await expect(join([Buffer.from('not a PDF')])).rejects.toThrow()
})
