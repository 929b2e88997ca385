/**
 * Notify wants addresses without gaps, so lines and paragraphs of only empty placeholders are taken out. Their room
 * stays below the address.
 */
import type { Paragraph, Piece } from './texts'
import { element, elementsIn, type XmlChange, type XmlElement } from './xml'

export interface FilledPiece {
  readonly piece: Piece
  readonly text: string
  readonly isMissing: boolean
  readonly hasPlaceholder: boolean
}

export interface FilledParagraph {
  readonly paragraph: Paragraph
  readonly pieces: readonly FilledPiece[]
}

interface Line {
  text: string
  isMissing: boolean
  hasPlaceholder: boolean
  last: XmlElement | undefined
  end: XmlElement | undefined
}

/** A line of its own height, without ink. */
const BLANK = '\u00a0'

/** Moves empty lines' room below the lines around them. @param changes texts filled in */
export function closeUp(filled: readonly FilledParagraph[], changes: Map<XmlElement, XmlChange>): void {
  for (const one of filled.filter((each) => !isGone(each))) closeUpLines(one, changes)
  const byElement = new Map(filled.map((one) => [one.paragraph.element, one]))
  for (const container of new Set(filled.map(({ paragraph }) => paragraph.container))) {
    for (const block of splitBlocks(elementsIn(container).map((child) => byElement.get(child))))
      closeUpParagraphs(block, changes)
  }
}

const isGone = ({ paragraph, pieces }: FilledParagraph) => !paragraph.isKept && groupLines(pieces).every(isEmpty)

function closeUpLines({ pieces }: FilledParagraph, changes: Map<XmlElement, XmlChange>): void {
  const lines = groupLines(pieces)
  for (const [index, line] of lines.entries()) {
    const end = isEmpty(line) ? (line.end ?? lines[index - 1]?.end) : undefined
    if (end) changes.set(end, undefined)
  }
  for (const block of splitBlocks(lines.map((line) => (line.hasPlaceholder ? line : undefined)))) {
    const last = block.findLast((line) => !isEmpty(line))?.last
    const after = block
      .filter(isEmpty)
      .flatMap(() => [element('w:br'), element('w:t', { 'xml:space': 'preserve' }, [BLANK])])
    if (last && after.length > 0) addAfter(last, after, changes)
  }
}

function closeUpParagraphs(block: readonly FilledParagraph[], changes: Map<XmlElement, XmlChange>): void {
  const gone = block.filter(isGone)
  for (const { paragraph } of gone) changes.set(paragraph.element, undefined)
  const last = block.findLast((one) => !isGone(one))
  if (!last || gone.length === 0) return
  for (const { pieces } of gone) {
    const text = pieces.find(({ piece }) => piece.kind === 'text')
    if (text) changes.set(text.piece.element, BLANK)
  }
  // A copy, which is not taken out.
  const after = gone.map(({ paragraph }) => ({ ...paragraph.element }))
  addAfter(last.paragraph.element, after, changes)
}

function addAfter(to: XmlElement, after: readonly XmlElement[], changes: Map<XmlElement, XmlChange>): void {
  const known = changes.get(to)
  changes.set(to, typeof known === 'string' ? { text: known, after } : { after })
}

function splitBlocks<T>(list: readonly (T | undefined)[]): T[][] {
  const blocks: T[][] = [[]]
  for (const one of list) {
    if (one === undefined) blocks.push([])
    else blocks.at(-1)?.push(one)
  }
  return blocks
}

function groupLines(pieces: readonly FilledPiece[]): Line[] {
  const lines: Line[] = []
  const begin = (): Line => ({ text: '', isMissing: false, hasPlaceholder: false, last: undefined, end: undefined })
  let line = begin()
  for (const { piece, text, isMissing, hasPlaceholder } of pieces) {
    if (piece.kind === 'break') {
      lines.push({ ...line, end: piece.element })
      line = begin()
    } else {
      line.text += text
      line.isMissing ||= isMissing
      line.hasPlaceholder ||= hasPlaceholder
      if (piece.kind === 'text') line.last = piece.element
    }
  }
  return [...lines, line]
}

const isEmpty = ({ text, isMissing }: Pick<Line, 'text' | 'isMissing'>) => isMissing && text.trim() === ''

const ENDS_WITH_PARAGRAPH: ReadonlySet<string> = new Set(
  'w:tc w:txbxContent w:hdr w:ftr w:footnote w:endnote'.split(' '),
)

/** Removed paragraphs that must stay to end their container. */
export function lastParagraphs(
  filled: readonly FilledParagraph[],
  changes: ReadonlyMap<XmlElement, XmlChange>,
): XmlElement[] {
  const isRemoved = (child: XmlElement) => changes.has(child) && changes.get(child) === undefined
  const containers = new Set(
    filled.map(({ paragraph }) => paragraph.container).filter(({ name }) => ENDS_WITH_PARAGRAPH.has(name)),
  )
  return [...containers].flatMap((container) => {
    const children = elementsIn(container)
    const last = children.at(-1)
    if (!last || !isRemoved(last)) return []
    const left = children.findLast((child) => !isRemoved(child))
    return left?.name === 'w:p' ? [] : [last]
  })
}
