/**
 * Reads letters as printed, so that an upload shows what GOV.UK Notify would refuse. Only PDFium renders
 * (docs/decisions/0029-three-pdf-libraries.md).
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/** Millimetres from the left and top. */
export interface PdfPage {
  readonly width: number
  readonly height: number
  readonly text: string
  readonly words: readonly Word[]
  readonly ink: () => Iterable<readonly [x: number, y: number]>
}

export interface Word {
  readonly text: string
  readonly left: number
  /** The baseline. */
  readonly bottom: number
}

const MM_A_POINT = 25.4 / 72
const PIXELS_A_MM = 2
/** Half a metre: a larger page is no letter, and must not fill memory. */
const PIXELS_LIMIT = 1_000
/** A scan's paper is lighter. */
const PAPER = 250
/** PDFium's; hundredths of a millimetre. */
const BGRX = 3
const WHITE = 0xffffffff
const UNITS = 100

let library: Promise<WrappedPdfiumModule> | undefined

async function start(): Promise<WrappedPdfiumModule> {
  const file = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({ wasmBinary: new Uint8Array(file).buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** Reads the first `limit` pages; `count` is that of all. @throws Error when it is no PDF */
export async function readPdf(pdf: Uint8Array, limit: number): Promise<{ count: number; pages: PdfPage[] }> {
  const pdfium = await (library ??= start())
  const { malloc, free } = pdfium.pdfium.wasmExports
  const memory = malloc(pdf.length)
  pdfium.pdfium.HEAPU8.set(pdf, memory)
  const document = pdfium.FPDF_LoadMemDocument(memory, pdf.length, '')
  try {
    if (document === 0) throw new Error('This is no PDF that can be read.')
    const count = pdfium.FPDF_GetPageCount(document)
    const numbers = Array.from({ length: Math.min(count, limit) }, (_, number) => number)
    return { count, pages: numbers.map((number) => readPage(pdfium, document, number)) }
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document)
    free(memory)
  }
}

function readPage(pdfium: WrappedPdfiumModule, document: number, number: number): PdfPage {
  const page = pdfium.FPDF_LoadPage(document, number)
  if (page === 0) throw new Error('A page of the PDF cannot be read.')
  const width = pdfium.FPDF_GetPageWidthF(page) * MM_A_POINT
  const height = pdfium.FPDF_GetPageHeightF(page) * MM_A_POINT
  try {
    return { width, height, ...textOf(pdfium, page, width, height), ink: inkOf(pdfium, page, width, height) }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

function textOf(pdfium: WrappedPdfiumModule, page: number, width: number, height: number) {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const { getValue } = pdfium.pdfium
  const [x, y] = [malloc(16), malloc(16)]
  const textPage = pdfium.FPDFText_LoadPage(page)
  const words: { text: string; left: number; bottom: number }[] = []
  let text = ''
  let word: (typeof words)[number] | undefined
  const count = pdfium.FPDFText_CountChars(textPage)
  for (let index = 0; index < count; index++) {
    const sign = String.fromCodePoint(pdfium.FPDFText_GetUnicode(textPage, index))
    if (pdfium.FPDFText_IsGenerated(textPage, index) === 1) {
      if (sign === '\n') text += sign
      word = undefined
      continue
    }
    text += sign
    if (!word) {
      pdfium.FPDFText_GetCharOrigin(textPage, index, x, y)
      const [left, bottom] = [getValue(x, 'double'), getValue(y, 'double')]
      pdfium.FPDF_PageToDevice(page, 0, 0, width * UNITS, height * UNITS, 0, left, bottom, x, y)
      word = { text: '', left: getValue(x, 'i32') / UNITS, bottom: getValue(y, 'i32') / UNITS }
      words.push(word)
    }
    word.text += sign
  }
  pdfium.FPDFText_ClosePage(textPage)
  free(x)
  free(y)
  return { text, words: words.filter((each) => each.text.trim() !== '') }
}

function inkOf(pdfium: WrappedPdfiumModule, page: number, width: number, height: number): PdfPage['ink'] {
  const columns = Math.min(PIXELS_LIMIT, Math.round(width * PIXELS_A_MM))
  const rows = Math.min(PIXELS_LIMIT, Math.round(height * PIXELS_A_MM))
  const bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, BGRX, 0, 0)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE)
  // Without annotations, which are not printed.
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, 0)
  const begin = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const pixels = pdfium.pdfium.HEAPU8.slice(begin, begin + columns * rows * 4)
  pdfium.FPDFBitmap_Destroy(bitmap)
  return function* () {
    for (let at = 0; at < pixels.length; at += 4) {
      if (Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) >= PAPER) continue
      const pixel = at / 4
      yield [((pixel % columns) + 0.5) / PIXELS_A_MM, (Math.floor(pixel / columns) + 0.5) / PIXELS_A_MM]
    }
  }
}
