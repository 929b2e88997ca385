/**
 * Notify wants addresses without gaps, and few have seven lines, so lines and paragraphs of only empty placeholders are
 * removed. The author's own empty lines stay.
 */
import type { Paragraph, Piece } from './texts'
import { elementsIn, type XmlElement } from './xml'

export interface FilledPiece {
  readonly piece: Piece
  readonly text: string
  readonly isMissing: boolean
}

export interface FilledParagraph {
  readonly paragraph: Paragraph
  readonly pieces: readonly FilledPiece[]
}

interface Line {
  text: string
  isMissing: boolean
  end: XmlElement | undefined
}

/** The paragraphs and breaks to remove. */
export const emptyLines = (filled: readonly FilledParagraph[]): XmlElement[] =>
  filled.flatMap(({ paragraph, pieces }) => {
    const lines = linesOf(pieces)
    if (!lines.some(isEmpty)) return []
    const breaks = lines.flatMap((line, index) => {
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

/** Word cannot open a document where these do not end with a paragraph. */
const ENDS_WITH_PARAGRAPH: ReadonlySet<string> = new Set(
  'w:tc w:txbxContent w:hdr w:ftr w:footnote w:endnote'.split(' '),
)

/** The removed paragraphs that must stay to end their container. */
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
