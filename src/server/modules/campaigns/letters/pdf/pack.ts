/**
 * Streams a print pack; shared streams (a crest, a signature) are written once. Only pdf-lib allows that
 * (docs/decisions/0029-three-pdf-libraries.md).
 */
import { createHash } from 'node:crypto'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
  type PDFContext,
  type PDFObject,
  type PDFPage,
} from 'pdf-lib'
import { createPdfFile, serialiseObject, type PdfFile } from './pdfFile'

/** Leaves out links, forms and the structure tree. */
const PAGE_ENTRIES = ['MediaBox', 'CropBox', 'Rotate', 'Resources', 'Contents', 'Group']

const PAGES_A_NODE = 100

/** `add` and `end` return the bytes to write next. */
export function createPack() {
  const file = createPdfFile()
  const tree = createPageTree(file)
  const copier = createCopier(file)
  return {
    async add(letter: Uint8Array): Promise<Buffer> {
      const document = await PDFDocument.load(letter, { updateMetadata: false })
      for (const page of document.getPages()) tree.addPage(copyPage(page, copier))
      copier.forgetLetter()
      return file.takeBytes()
    },
    end(): { readonly content: Buffer; readonly pages: number } {
      const { catalogue, pages } = tree.write()
      file.writeEnd(catalogue)
      return { content: file.takeBytes(), pages }
    },
  }
}

function copyPage(page: PDFPage, copier: Copier): PDFDict {
  const { context } = page.doc
  const dict = PDFDict.withContext(context)
  dict.set(PDFName.of('Type'), PDFName.of('Page'))
  for (const entry of PAGE_ENTRIES) {
    const value = page.node.getInheritableAttribute(PDFName.of(entry))
    if (value) dict.set(PDFName.of(entry), copier.copy(value, context))
  }
  return dict
}

interface Copier {
  /** Writes referenced objects too. @returns it renumbered */
  copy(object: PDFObject, context: PDFContext): PDFObject
  forgetLetter(): void
}

function createCopier(file: PdfFile): Copier {
  /** Streams by their digest. */
  const shared = new Map<string, number>()
  let numbers = new Map<PDFRef, number>()

  function copy(object: PDFObject, context: PDFContext): PDFObject {
    if (object instanceof PDFRef) return PDFRef.of(copyReferred(object, context))
    if (object instanceof PDFArray) {
      const array = PDFArray.withContext(context)
      for (const item of object.asArray()) array.push(copy(item, context))
      return array
    }
    if (object instanceof PDFDict) return copyDict(object, context)
    if (object instanceof PDFRawStream) return PDFRawStream.of(copyDict(object.dict, context), object.contents)
    return object
  }

  function copyDict(object: PDFDict, context: PDFContext): PDFDict {
    const dict = PDFDict.withContext(context)
    for (const [key, value] of object.entries()) {
      if (key === PDFName.of('Parent') || (key === PDFName.of('Length') && value instanceof PDFRef)) continue
      dict.set(key, copy(value, context))
    }
    return dict
  }

  function copyReferred(ref: PDFRef, context: PDFContext): number {
    const known = numbers.get(ref)
    if (known !== undefined) return known
    const object = context.lookup(ref)
    if (object instanceof PDFRawStream) {
      const number = writeOnce(serialiseObject(copy(object, context)))
      numbers.set(ref, number)
      return number
    }
    const number = file.reserveNumber()
    // First, because objects may refer to each other.
    numbers.set(ref, number)
    file.writeObject(number, object ? serialiseObject(copy(object, context)) : Buffer.from('null'))
    return number
  }

  function writeOnce(stream: Uint8Array): number {
    const digest = createHash('sha256').update(stream).digest('base64')
    const same = shared.get(digest)
    if (same !== undefined) return same
    const number = file.reserveNumber()
    file.writeObject(number, stream)
    shared.set(digest, number)
    return number
  }

  return {
    copy,
    forgetLetter() {
      numbers = new Map()
    },
  }
}

function createPageTree(file: PdfFile) {
  const root = file.reserveNumber()
  const catalogue = file.reserveNumber()
  const nodes: { number: number; pages: number[] }[] = []
  const listRefs = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(' ')
  return {
    addPage(page: PDFDict): void {
      let node = nodes.at(-1)
      if (!node || node.pages.length === PAGES_A_NODE) nodes.push((node = { number: file.reserveNumber(), pages: [] }))
      page.set(PDFName.of('Parent'), PDFRef.of(node.number))
      const number = file.reserveNumber()
      file.writeObject(number, serialiseObject(page))
      node.pages.push(number)
    },

    write(): { readonly catalogue: number; readonly pages: number } {
      for (const { number, pages } of nodes) {
        const kids = `/Count ${pages.length} /Kids [${listRefs(pages)}]`
        file.writeObject(number, Buffer.from(`<< /Type /Pages /Parent ${root} 0 R ${kids} >>`))
      }
      const pages = nodes.reduce((sum, node) => sum + node.pages.length, 0)
      const kids = `/Count ${pages} /Kids [${listRefs(nodes.map(({ number }) => number))}]`
      file.writeObject(root, Buffer.from(`<< /Type /Pages ${kids} >>`))
      file.writeObject(catalogue, Buffer.from(`<< /Type /Catalog /Pages ${root} 0 R >>`))
      return { catalogue, pages }
    },
  }
}
