/** Every placeholder is known, closed and fillable, so that no letter is printed with brackets in it. */
import {
  bracketsIn,
  placeholderNamed,
  placeholdersIn,
  templateParts,
  unknownPlaceholders,
  type Placeholder,
  findUnprintable,
} from '#contract/campaigns/placeholders'
import { unknownPlaceholder } from '../../../../http/faults'
import { emptyLines, lastParagraphs, type FilledParagraph, type FilledPiece } from './emptyLines'
import { withMark, type DrawnMark } from './mark'
import { packLetter } from './packing'
import { rebuildDocument, type RebuiltDocument } from './rebuild'
import { documentRefused } from './refusal'
import { openSource } from './source'
import { paragraphsIn, joinParagraphText, type Paragraph, type Piece } from './texts'
import { elementsIn, type XmlElement } from './xml'
import { readStoredZip } from './zip'

export interface LetterDocument {
  readonly placeholders: readonly Placeholder[]
  /** One line per paragraph. */
  readonly text: string
  /** @returns a .docx; missing values are empty */
  fill(values: Readonly<Record<string, string>>, mark?: DrawnMark): Buffer
}

/** Reads a checked document. @throws Fault 422 naming what is wrong with its placeholders */
export function readLetterDocument(content: Buffer): LetterDocument {
  // Rebuilt again: the version of Doorstep that took it may have let more through.
  const letter = rebuildDocument(openSource(readStoredZip(content)))
  const paragraphs = letter.parts.flatMap(({ root }) => paragraphsIn(root))
  const texts = paragraphs.map(joinParagraphText)
  refusePictures(texts)
  const parts = texts.flatMap((text) => templateParts(text))
  const unknown = unknownPlaceholders(parts)
  if (unknown.length > 0) throw unknownPlaceholder(unknown)
  for (const text of texts) {
    refuseHiddenBrackets(text)
    refuseOpenBrackets(text)
  }
  for (const { root } of letter.parts) refuseInNumbering(root)
  const blanks = paragraphs.flatMap((paragraph) => blankIn(paragraph))
  const text = texts.join('\n')
  return { placeholders: placeholdersIn(parts), text, fill: (values, mark) => fill(letter, blanks, values, mark) }
}

/** @throws Fault 422 naming characters that would print as empty boxes */
function refusePictures(texts: readonly string[]): void {
  const found = findUnprintable(texts.join(' ')).slice(0, 10)
  if (found.length > 0)
    throw documentRefused(
      `The letter has signs that cannot be printed: ${found.join(' ')}. Take them out, or put a picture in their place.`,
    )
}

interface Blank {
  readonly paragraph: Paragraph
  readonly pieces: readonly {
    readonly piece: Piece
    readonly content: readonly (string | { readonly placeholder: Placeholder })[]
  }[]
}

/** @throws Fault 422 for a placeholder that cannot be overwritten as a whole */
function blankIn(paragraph: Paragraph): Blank[] {
  const found = bracketsIn(joinParagraphText(paragraph))
  if (found.length === 0) return []
  let at = 0
  let next = 0
  const pieces = paragraph.pieces.map((piece) => {
    const begin = at
    const end = (at += piece.text.length)
    const content: Blank['pieces'][number]['content'][number][] = []
    let from = begin
    for (let span = found[next]; span && span.from < end; span = found[next]) {
      const placeholder = placeholderNamed(span.name)
      if (piece.kind !== 'text' || !placeholder) throw notFillable(span.name)
      if (span.from > from) content.push(piece.text.slice(from - begin, span.from - begin))
      if (span.from >= begin) content.push({ placeholder })
      from = Math.min(span.to, end)
      if (span.to > end) break
      next++
    }
    if (from < end) content.push(piece.text.slice(from - begin))
    return { piece, content }
  })
  return [{ paragraph, pieces }]
}

function fill(
  letter: RebuiltDocument,
  blanks: readonly Blank[],
  values: Readonly<Record<string, string>>,
  mark: DrawnMark | undefined,
): Buffer {
  const changes = new Map<XmlElement, string | undefined>()
  const filled = blanks.map(({ paragraph, pieces }): FilledParagraph => {
    return { paragraph, pieces: pieces.map(({ piece, content }) => filledPiece(piece, content, values)) }
  })
  for (const { pieces } of filled) {
    for (const { piece, text } of pieces) if (text !== piece.text) changes.set(piece.element, text)
  }
  for (const gone of emptyLines(filled)) changes.set(gone, undefined)
  for (const stays of lastParagraphs(filled, changes)) changes.delete(stays)
  return packLetter(mark ? withMark(letter, mark) : letter, changes, 1)
}

function filledPiece(
  piece: Piece,
  content: Blank['pieces'][number]['content'],
  values: Readonly<Record<string, string>>,
): FilledPiece {
  let isMissing = false
  const text = content.map((part) => {
    if (typeof part === 'string') return part
    const value = valueOf(part.placeholder, values)
    isMissing ||= value === ''
    return value
  })
  return { piece, text: text.join(''), isMissing }
}

/** One line, without characters that XML cannot hold. */
const valueOf = (placeholder: Placeholder, values: Readonly<Record<string, string>>) =>
  (Object.hasOwn(values, placeholder) ? (values[placeholder] ?? '') : '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .trim()

/** Takes next to no room in print; anchors of objects, too. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\uFFFC\u200A\u00AD]/gu
/** Symbol fonts map the keyboard from F000 on. */
const SYMBOL_BRACKET = /\uF028/g
const DOUBLE_BRACKET = /[\u2985\u2E28]/g

const asPrinted = (text: string) =>
  text.replace(INVISIBLE, '').replace(SYMBOL_BRACKET, '(').replace(DOUBLE_BRACKET, '((').normalize('NFKC')

const openBrackets = (text: string) => text.split('((').length - 1

function refuseHiddenBrackets(text: string): void {
  if (openBrackets(asPrinted(text)) === openBrackets(text)) return
  throw documentRefused(
    'Double brackets have signs in or around them that cannot be seen. Delete the whole placeholder in Word, type it again as ((first_name)), and upload the document again.',
    'unknown_placeholder',
  )
}

function refuseOpenBrackets(text: string): void {
  const open = templateParts(text).find((part) => 'text' in part && part.text.includes('(('))
  if (!open || !('text' in open)) return
  const words = open.text.slice(open.text.indexOf('((')).slice(0, 30)
  throw documentRefused(
    `A placeholder is not closed: ${words}… Write it in one line as ((first_name)).`,
    'unknown_placeholder',
  )
}

const notFillable = (name: string) =>
  documentRefused(
    `((${name.trim()})) is cut by a tab, a line break or a symbol. Write it in one line, and upload the document again.`,
    'unknown_placeholder',
  )

function refuseInNumbering(from: XmlElement): void {
  const text = from.name === 'w:lvlText' ? asPrinted(from.attributes.get('w:val') ?? '') : ''
  if (text.includes('((') || text.endsWith('(')) {
    throw documentRefused(
      'The numbering of a list has double brackets, where nothing can be filled in. Change its format in Word.',
      'unknown_placeholder',
    )
  }
  for (const child of elementsIn(from)) refuseInNumbering(child)
}
