/**
 * Reads letters as printed, so that an upload shows what GOV.UK Notify would refuse. Only PDFium renders
 * (docs/decisions/0029-three-pdf-libraries.md).
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import sharp from 'sharp'

/** Millimetres from the left and top. */
export interface PdfPage {
  readonly width: number
  readonly height: number
  readonly text: string
  readonly words: readonly Word[]
  /** As the PDF names them. */
  readonly fonts: readonly string[]
  readonly ink: () => Iterable<readonly [x: number, y: number]>
}

export interface Word {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  /** The baseline. */
  readonly bottom: number
}

const MM_A_POINT = 25.4 / 72
const PIXELS_A_MM = 2
/** Legible on a screen. */
const PICTURE_PIXELS_A_MM = 4
/** A larger page is no letter, and must not fill memory. */
const PIXELS_LIMIT = 1_200
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

/** The first `limit` pages; `count` covers all. @throws Error when it is no PDF */
export const readPdf = (pdf: Uint8Array, limit: number): Promise<{ count: number; pages: PdfPage[] }> =>
  withDocument(pdf, (pdfium, document) => {
    const count = pdfium.FPDF_GetPageCount(document)
    const numbers = Array.from({ length: Math.min(count, limit) }, (_, number) => number)
    return { count, pages: numbers.map((number) => readPage(pdfium, document, number)) }
  })

/** Draws pages as PNG. */
export const renderPages = async (pdf: Uint8Array, numbers: readonly number[]): Promise<Buffer[]> => {
  const bitmaps = await withDocument(pdf, (pdfium, document) =>
    numbers.map((number) => {
      const page = pdfium.FPDF_LoadPage(document, number)
      if (page === 0) throw new Error('A page of the PDF cannot be read.')
      const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
      const bitmap = renderPage(pdfium, page, width * MM_A_POINT, height * MM_A_POINT, PICTURE_PIXELS_A_MM)
      pdfium.FPDF_ClosePage(page)
      return bitmap
    }),
  )
  return Promise.all(
    bitmaps.map(({ columns, rows, pixels }) =>
      sharp(swapRedAndBlue(pixels), { raw: { width: columns, height: rows, channels: 4 } })
        .removeAlpha()
        .png({ palette: true, colours: 64 })
        .toBuffer(),
    ),
  )
}

function swapRedAndBlue(pixels: Uint8Array): Uint8Array {
  for (let at = 0; at < pixels.length; at += 4) {
    const blue = pixels[at] ?? 0
    pixels[at] = pixels[at + 2] ?? 0
    pixels[at + 2] = blue
  }
  return pixels
}

async function withDocument<T>(
  pdf: Uint8Array,
  work: (pdfium: WrappedPdfiumModule, document: number) => T,
): Promise<T> {
  const pdfium = await (library ??= start())
  const { malloc, free } = pdfium.pdfium.wasmExports
  const memory = malloc(pdf.length)
  pdfium.pdfium.HEAPU8.set(pdf, memory)
  const document = pdfium.FPDF_LoadMemDocument(memory, pdf.length, '')
  try {
    if (document === 0) throw new Error('This is no PDF that can be read.')
    return work(pdfium, document)
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
    return {
      width,
      height,
      ...readText(pdfium, page, width, height),
      ink: createInkReader(pdfium, page, width, height),
    }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

function readText(pdfium: WrappedPdfiumModule, page: number, width: number, height: number) {
  const textPage = pdfium.FPDFText_LoadPage(page)
  const measure = createMeasure(pdfium, page, textPage, width, height)
  const words: { -readonly [key in keyof Word]: Word[key] }[] = []
  const fonts = new Set<string>()
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
    const { left, bottom } = measure.origin(index)
    if (!word) {
      fonts.add(measure.font(index))
      word = { text: '', left, bottom, right: left, top: bottom }
      words.push(word)
    }
    const end = measure.corner(index)
    word.right = Math.max(word.right, end.right)
    word.top = Math.min(word.top, end.top)
    word.text += sign
  }
  pdfium.FPDFText_ClosePage(textPage)
  measure.end()
  return { text, words: words.filter((each) => each.text.trim() !== ''), fonts: [...fonts] }
}

const FONT_NAME_BYTES = 256

/** In millimetres from the left and top. */
function createMeasure(pdfium: WrappedPdfiumModule, page: number, textPage: number, width: number, height: number) {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const { getValue } = pdfium.pdfium
  const [x, y, right, top] = [malloc(16), malloc(16), malloc(16), malloc(16)]
  const name = malloc(FONT_NAME_BYTES)
  const onPage = (left: number, up: number) => {
    pdfium.FPDF_PageToDevice(page, 0, 0, width * UNITS, height * UNITS, 0, left, up, x, y)
    return [getValue(x, 'i32') / UNITS, getValue(y, 'i32') / UNITS] as const
  }
  return {
    origin(index: number) {
      pdfium.FPDFText_GetCharOrigin(textPage, index, x, y)
      const [left, bottom] = onPage(getValue(x, 'double'), getValue(y, 'double'))
      return { left, bottom }
    },
    corner(index: number) {
      pdfium.FPDFText_GetCharBox(textPage, index, x, right, y, top)
      const [end, above] = onPage(getValue(right, 'double'), getValue(top, 'double'))
      return { right: end, top: above }
    },
    font(index: number) {
      const length = pdfium.FPDFText_GetFontInfo(textPage, index, name, FONT_NAME_BYTES, 0)
      return length > 0 && length <= FONT_NAME_BYTES ? pdfium.pdfium.UTF8ToString(name) : ''
    },
    end() {
      for (const memory of [x, y, right, top, name]) free(memory)
    },
  }
}

function createInkReader(pdfium: WrappedPdfiumModule, page: number, width: number, height: number): PdfPage['ink'] {
  const { columns, pixels } = renderPage(pdfium, page, width, height, PIXELS_A_MM)
  return function* () {
    for (let at = 0; at < pixels.length; at += 4) {
      if (Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) >= PAPER) continue
      const pixel = at / 4
      yield [((pixel % columns) + 0.5) / PIXELS_A_MM, (Math.floor(pixel / columns) + 0.5) / PIXELS_A_MM]
    }
  }
}

function renderPage(pdfium: WrappedPdfiumModule, page: number, width: number, height: number, pixelsAMm: number) {
  const columns = Math.min(PIXELS_LIMIT, Math.round(width * pixelsAMm))
  const rows = Math.min(PIXELS_LIMIT, Math.round(height * pixelsAMm))
  const bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, BGRX, 0, 0)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE)
  // Annotations are not printed.
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, 0)
  const begin = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const pixels = pdfium.pdfium.HEAPU8.slice(begin, begin + columns * rows * 4)
  pdfium.FPDFBitmap_Destroy(bitmap)
  return { columns, rows, pixels }
}
