/**
 * A4, tagged for screen readers (PDF 1.7, ISO 32000-1 §14.8). Only pdfkit can tag
 * (docs/decisions/0029-three-pdf-libraries.md), but it needs Inter's static files. Sizes in points, from the top left.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'

export const INK = '#1b1f24'
export const MUTED = '#5a6472'
export const LINE = '#dfe3e8'
export const NAVY = '#1f2547'
export const ACCENT = '#3d4db7'
export const TINT = '#f3f4fb'

export const MARGIN = 56
export const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - 76

const require = createRequire(import.meta.url)
const font = (file: string) => readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`))

type Weight = 'regular' | 'semibold'

export interface TextLook {
  readonly size: number
  readonly weight?: Weight
  readonly colour?: string
  readonly align?: 'left' | 'right' | 'center'
  readonly lineGap?: number
}

export interface Sheet {
  readonly document: PDFKit.PDFDocument
  y: number
  page(): void
  /** @returns whether it started a page */
  makeRoom(height: number): boolean
  write(text: string, x: number, y: number, width: number, look: TextLook): number
  heightOf(text: string, width: number, look: TextLook): number
  tagged(tag: string, draw: () => void, options?: PDFKit.Mixins.StructureElementOptions): void
  append(element: PDFKit.PDFStructureElement): void
  /** Screen readers skip it. */
  decoration(draw: () => void): void
  finish(footer: string): Promise<Buffer>
}

interface Glyphs {
  hasGlyphForCodePoint(code: number): boolean
}

/** Names characters that the font lacks, as in [U+1F9E3], instead of empty boxes. */
function printable(document: PDFKit.PDFDocument, text: string): string {
  // PDFKit's types leave out its font.
  const { font: glyphs } = (document as unknown as { _font: { font: Glyphs } })._font
  let shown = ''
  let missing: string[] = []
  const nameMissing = () => {
    if (missing.length > 0) shown += `[${missing.join(' ')}]`
    missing = []
  }
  for (const sign of text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')) {
    const code = sign.codePointAt(0) ?? 0
    if (sign === '\n' || glyphs.hasGlyphForCodePoint(code)) {
      nameMissing()
      shown += sign
    } else missing.push(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`)
  }
  nameMissing()
  return shown
}

/** Starts a blank document. */
export async function openSheet(info: { title: string; subject: string; made: Date }): Promise<Sheet> {
  // Slow to load, so not with the server.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: info.title,
      Subject: info.subject,
      Author: 'Doorstep',
      Creator: 'Doorstep',
      CreationDate: info.made,
      ModDate: info.made,
    },
  })
  document.registerFont('regular', font('400Regular/Inter_400Regular.ttf'))
  document.registerFont('semibold', font('600SemiBold/Inter_600SemiBold.ttf'))
  const root = document.struct('Document')
  document.addStructure(root)

  const dress = ({ size, weight = 'regular', colour = INK }: TextLook) =>
    document.font(weight).fontSize(size).fillColor(colour)

  const sheet: Sheet = {
    document,
    y: MARGIN,
    page() {
      document.addPage()
      sheet.y = MARGIN
    },
    makeRoom(height) {
      if (sheet.y + height <= BOTTOM) return false
      sheet.page()
      return true
    },
    write(text, x, y, width, look) {
      dress(look).text(printable(document, text), x, y, {
        width,
        align: look.align ?? 'left',
        lineGap: look.lineGap ?? 0,
      })
      return sheet.heightOf(text, width, look)
    },
    heightOf: (text, width, look) =>
      dress(look).heightOfString(printable(document, text), { width, lineGap: look.lineGap ?? 0 }),
    tagged(tag, draw, options = {}) {
      root.add(document.struct(tag, options, draw))
    },
    append(element) {
      root.add(element)
    },
    decoration(draw) {
      document.markContent('Artifact', { type: 'Layout' })
      draw()
      document.endMarkedContent()
    },
    async finish(footer) {
      root.end()
      const { start, count } = document.bufferedPageRange()
      for (let index = start; index < start + count; index += 1) {
        document.switchToPage(index)
        if (index === start) continue
        document.markContent('Artifact', { type: 'Pagination' })
        document
          .moveTo(MARGIN, BOTTOM + 20)
          .lineTo(MARGIN + WIDTH, BOTTOM + 20)
          .lineWidth(0.75)
          .stroke(LINE)
        sheet.write(footer, MARGIN, BOTTOM + 30, WIDTH - 100, { size: 8, colour: MUTED })
        sheet.write(`Page ${index + 1} of ${count}`, MARGIN + WIDTH - 100, BOTTOM + 30, 100, {
          size: 8,
          colour: MUTED,
          align: 'right',
        })
        document.endMarkedContent()
      }
      document.end()
      return buffer(document)
    },
  }
  return sheet
}
