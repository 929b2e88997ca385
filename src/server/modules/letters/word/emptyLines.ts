/**
 * Policy: an address stands without gaps (GOV.UK Notify's rule), and few have seven lines. A paragraph, or a line of
 * a paragraph, that holds nothing but placeholders for which there is nothing is taken out. Empty lines which the
 * author made stay.
 */
import type { Paragraph, Piece } from './texts'
import { elementsIn, type XmlElement } from './xml'

export interface FilledPiece {
  readonly piece: Piece
  readonly text: string
  /** Whether there is nothing for one of its placeholders. */
  readonly isMissing: boolean
}

/** A paragraph whose placeholders were filled in. */
export interface FilledParagraph {
  readonly paragraph: Paragraph
  readonly pieces: readonly FilledPiece[]
}

interface Line {
  text: string
  isMissing: boolean
  /** What ends it; undefined for the last. */
  end: XmlElement | undefined
}

/** The paragraphs and the breaks that are taken out. */
export const emptyLines = (filled: readonly FilledParagraph[]): XmlElement[] =>
  filled.flatMap(({ paragraph, pieces }) => {
    const lines = linesOf(pieces)
    if (!lines.some(isEmpty)) return []
    const breaks = lines.flatMap((line, index) => {
      // The last line falls with the break before it.
      const gone = isEmpty(line) ? (line.end ?? lines[index - 1]?.end) : undefined
      return gone ? [gone] : []
    })
    return lines.every(isEmpty) && !paragraph.isKept ? [paragraph.element, ...breaks] : breaks
  })

function linesOf(pieces: readonly FilledPiece[]): Line[] {
  const lines: Line[] = []
  let line: Line = { text: '', isMissing: false, end: undefined }
  for (const { piece, text, isMissing } of pieces) {
    if (piece.kind === 'break') {
      lines.push({ ...line, end: piece.element })
      line = { text: '', isMissing: false, end: undefined }
    } else {
      line.text += text
      line.isMissing ||= isMissing
    }
  }
  return [...lines, line]
}

const isEmpty = ({ text, isMissing }: Line) => isMissing && text.trim() === ''

/** What must end with a paragraph: without one, Word does not open the document. */
const ENDS_WITH_PARAGRAPH: ReadonlySet<string> = new Set([
  'w:tc',
  'w:txbxContent',
  'w:hdr',
  'w:ftr',
  'w:footnote',
  'w:endnote',
])

/** The paragraphs that stay after all, because what they stand in would not end with one. */
export function lastParagraphs(
  filled: readonly FilledParagraph[],
  changes: ReadonlyMap<XmlElement, unknown>,
): XmlElement[] {
  const containers = new Set(
    filled.map(({ paragraph }) => paragraph.container).filter(({ name }) => ENDS_WITH_PARAGRAPH.has(name)),
  )
  return [...containers].flatMap((container) => {
    const children = elementsIn(container)
    const last = children.at(-1)
    if (!last || !changes.has(last)) return []
    const left = children.findLast((child) => !changes.has(child))
    return left?.name === 'w:p' ? [] : [last]
  })
}
