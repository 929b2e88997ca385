/**
 * Streams a print pack: only offsets stay in memory, and what letters share (a crest, a signature) is written once.
 * Only pdf-lib allows that (docs/decisions/0029-three-pdf-libraries.md).
 */
import { createHash } from 'node:crypto'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  type PDFContext,
  type PDFObject,
  type PDFPage,
} from 'pdf-lib'

/** Leaves out links, forms and the structure tree. */
const PAGE_ENTRIES = ['MediaBox', 'CropBox', 'Rotate', 'Resources', 'Contents', 'Group']

const PAGES_A_NODE = 100

/** `add` and `end` return the bytes to write next. */
export function createPack() {
  const writer = createWriter()
  let pages = 0
  return {
    async add(letter: Uint8Array): Promise<Buffer> {
      const document = await PDFDocument.load(letter, { updateMetadata: false })
      for (const page of document.getPages()) {
        writer.addPage(page)
        pages++
      }
      return writer.endLetter()
    },
    end: (): { readonly content: Buffer; readonly pages: number } => ({ content: writer.end(), pages }),
  }
}

function createWriter() {
  const offsets: number[] = [0]
  const nodes: { number: number; pages: number[] }[] = []
  const shared = new Map<string, number>()
  let pieces: Uint8Array[] = []
  let length = 0
  let numbers = new Map<PDFRef, number>()

  const newNumber = () => offsets.push(0) - 1
  const TREE = newNumber()
  const CATALOGUE = newNumber()

  const write = (bytes: Uint8Array) => {
    pieces.push(bytes)
    length += bytes.length
  }
  const writeObject = (number: number, bytes: Uint8Array) => {
    offsets[number] = length
    write(Buffer.from(`${number} 0 obj\n`))
    write(bytes)
    write(Buffer.from('\nendobj\n'))
  }
  const written = () => {
    const whole = Buffer.concat(pieces)
    pieces = []
    return whole
  }

  function translated(object: PDFObject, context: PDFContext): PDFObject {
    if (object instanceof PDFRef) return PDFRef.of(numberOf(object, context))
    if (object instanceof PDFArray) {
      const array = PDFArray.withContext(context)
      for (const item of object.asArray()) array.push(translated(item, context))
      return array
    }
    if (object instanceof PDFDict) return translatedDict(object, context)
    if (object instanceof PDFRawStream) return PDFRawStream.of(translatedDict(object.dict, context), object.contents)
    return object
  }

  function translatedDict(object: PDFDict, context: PDFContext): PDFDict {
    const dict = PDFDict.withContext(context)
    for (const [key, value] of object.entries()) {
      if (key === PDFName.of('Parent') || (key === PDFName.of('Length') && value instanceof PDFRef)) continue
      dict.set(key, translated(value, context))
    }
    return dict
  }

  function numberOf(ref: PDFRef, context: PDFContext): number {
    const known = numbers.get(ref)
    if (known !== undefined) return known
    const object = context.lookup(ref)
    if (!(object instanceof PDFRawStream)) {
      const number = newNumber()
      numbers.set(ref, number)
      writeObject(number, object ? bytesOf(translated(object, context)) : Buffer.from('null'))
      return number
    }
    // So that equal streams become equal bytes.
    const bytes = bytesOf(translated(object, context))
    const digest = createHash('sha256').update(bytes).digest('base64')
    const same = shared.get(digest)
    const number = same ?? newNumber()
    if (same === undefined) writeObject(number, bytes)
    shared.set(digest, number)
    numbers.set(ref, number)
    return number
  }

  // Bytes above 127 mark the file as binary (ISO 32000, 7.5.2).
  write(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'))
  return {
    addPage(page: PDFPage): void {
      const { context } = page.doc
      let node = nodes.at(-1)
      if (!node || node.pages.length === PAGES_A_NODE) nodes.push((node = { number: newNumber(), pages: [] }))
      const dict = PDFDict.withContext(context)
      dict.set(PDFName.of('Type'), PDFName.of('Page'))
      for (const entry of PAGE_ENTRIES) {
        const value = page.node.getInheritableAttribute(PDFName.of(entry))
        if (value) dict.set(PDFName.of(entry), translated(value, context))
      }
      dict.set(PDFName.of('Parent'), PDFRef.of(node.number))
      const number = newNumber()
      writeObject(number, bytesOf(dict))
      node.pages.push(number)
    },

    endLetter(): Buffer {
      numbers = new Map()
      return written()
    },

    end(): Buffer {
      const list = (refs: readonly number[]) => refs.map((number) => `${number} 0 R`).join(' ')
      for (const { number, pages } of nodes) {
        writeObject(
          number,
          Buffer.from(`<< /Type /Pages /Parent ${TREE} 0 R /Count ${pages.length} /Kids [${list(pages)}] >>`),
        )
      }
      const count = nodes.reduce((sum, { pages }) => sum + pages.length, 0)
      writeObject(
        TREE,
        Buffer.from(`<< /Type /Pages /Count ${count} /Kids [${list(nodes.map(({ number }) => number))}] >>`),
      )
      writeObject(CATALOGUE, Buffer.from(`<< /Type /Catalog /Pages ${TREE} 0 R >>`))
      const start = length
      const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`
      write(Buffer.from(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${offsets.slice(1).map(entry).join('')}`))
      write(Buffer.from(`trailer\n<< /Size ${offsets.length} /Root ${CATALOGUE} 0 R >>\nstartxref\n${start}\n%%EOF\n`))
      return written()
    },
  }
}

function bytesOf(object: PDFObject): Uint8Array {
  if (object instanceof PDFRawStream) object.dict.set(PDFName.of('Length'), PDFNumber.of(object.contents.length))
  const bytes = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}
