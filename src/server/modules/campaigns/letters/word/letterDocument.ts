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
import { findForeignMarks, warnOfForeignMarks } from '#contract/campaigns/foreignMarks'
import { closeUp, lastParagraphs, type FilledParagraph, type FilledPiece } from './emptyLines'
import { listFonts } from './fonts'
import { withMark, type DrawnMark } from './mark'
import { packLetter } from './packing'
import { rebuildDocument, type RebuiltDocument } from './rebuild'
import { documentRefused, type DocumentFault } from './refusal'
import { openSource } from './source'
import { paragraphsIn, joinParagraphText, type Paragraph, type Piece } from './texts'
import { elementsIn, type XmlChange, type XmlElement } from './xml'
import { readStoredZip } from './zip'

export interface LetterDocument {
  readonly placeholders: readonly Placeholder[]
  readonly text: string
  readonly fonts: readonly string[]
  /** @returns a .docx; missing values are empty */
  fill(values: Readonly<Record<string, string>>, mark?: DrawnMark): Buffer
}

/** Reads a checked document. @throws Fault 422 naming what is wrong with its placeholders */
export function readLetterDocument(content: Buffer): LetterDocument {
  const { faults, ...letter } = examineLetter(content)
  // Foreign marks are checked at upload only: letters accepted earlier still go out.
  const [fault] = faults.filter(({ isForeign }) => !isForeign)
  if (fault) throw documentRefused(fault.words, fault.code)
  return letter
}

interface LetterFault extends DocumentFault {
  readonly isForeign?: true
}

/** Reads a checked document and lists all faults. */
export function examineLetter(content: Buffer): LetterDocument & { readonly faults: readonly LetterFault[] } {
  // Rebuilt again: an older version may have let more through.
  const letter = rebuildDocument(openSource(readStoredZip(content)))
  const paragraphs = letter.parts.flatMap(({ root }) => paragraphsIn(root))
  const texts = paragraphs.map(joinParagraphText)
  const parts = texts.flatMap((text) => templateParts(text))
  const blanks = paragraphs.flatMap((paragraph) => blankIn(paragraph))
  const faults = [
    ...findPictures(texts),
    ...unknownPlaceholders(parts).map((name) => describeUnknown(name)),
    ...texts.flatMap((text) => [...findHiddenBrackets(text), ...findOpenBrackets(text)]),
    ...letter.parts.flatMap(({ root }) => findInNumbering(root)),
    ...blanks.flatMap(({ notFilled }) => notFilled.map(describeNotFillable)),
    ...findForeign(texts),
  ]
  return {
    faults,
    placeholders: placeholdersIn(parts),
    text: texts.join('\n'),
    fonts: listFonts(letter.parts),
    fill: (values, mark) => fill(letter, blanks, values, mark),
  }
}

const describeUnknown = (name: string): DocumentFault => ({
  words: `((${name})) is not a placeholder that a template can use.`,
  code: 'unknown_placeholder',
  mark: `((${name}))`,
})

function findPictures(texts: readonly string[]): DocumentFault[] {
  const found = findUnprintable(texts.join(' ')).slice(0, 10)
  if (found.length === 0) return []
  const words = `The letter has signs that cannot be printed: ${found.join(' ')}. Take them out, or put a picture in their place.`
  return [{ words, code: 'not_a_template' }]
}

function findForeign(texts: readonly string[]): LetterFault[] {
  // Unclosed brackets are found above, however Word splits them.
  const marks = new Set(texts.flatMap(findForeignMarks).filter((mark) => !mark.startsWith('((')))
  return [...marks].map((mark) => ({
    words: warnOfForeignMarks([mark]) ?? '',
    code: 'not_a_template',
    mark,
    isForeign: true,
  }))
}

interface Blank {
  readonly paragraph: Paragraph
  readonly notFilled: readonly string[]
  readonly pieces: readonly {
    readonly piece: Piece
    readonly content: readonly (string | { readonly placeholder: Placeholder })[]
  }[]
}

function blankIn(paragraph: Paragraph): Blank[] {
  const known = bracketsIn(joinParagraphText(paragraph)).filter(({ name }) => placeholderNamed(name))
  if (known.length === 0) return []
  const isWhole = makeWholeTest(paragraph)
  const found = known.filter(isWhole)
  const notFilled = known.filter((span) => !isWhole(span)).map(({ name }) => name)
  let at = 0
  let next = 0
  const pieces = paragraph.pieces.map((piece) => {
    const begin = at
    const end = (at += piece.text.length)
    const content: Blank['pieces'][number]['content'][number][] = []
    let from = begin
    for (let span = found[next]; span && span.from < end; span = found[next]) {
      const placeholder = placeholderNamed(span.name)
      if (span.from > from) content.push(piece.text.slice(from - begin, span.from - begin))
      if (placeholder && span.from >= begin) content.push({ placeholder })
      from = Math.min(span.to, end)
      if (span.to > end) break
      next++
    }
    if (from < end) content.push(piece.text.slice(from - begin))
    return { piece, content }
  })
  return [{ paragraph, pieces, notFilled }]
}

function makeWholeTest({ pieces }: Paragraph): (span: { readonly from: number; readonly to: number }) => boolean {
  let at = 0
  const others = pieces.flatMap(({ kind, text }) => {
    const begin = at
    at += text.length
    return kind === 'text' ? [] : [{ begin, end: at }]
  })
  return ({ from, to }) => !others.some(({ begin, end }) => begin < to && end > from)
}

function fill(
  letter: RebuiltDocument,
  blanks: readonly Blank[],
  values: Readonly<Record<string, string>>,
  mark: DrawnMark | undefined,
): Buffer {
  const changes = new Map<XmlElement, XmlChange>()
  const filled = blanks.map(({ paragraph, pieces }): FilledParagraph => {
    return { paragraph, pieces: pieces.map(({ piece, content }) => filledPiece(piece, content, values)) }
  })
  for (const { pieces } of filled) {
    for (const { piece, text } of pieces) if (text !== piece.text) changes.set(piece.element, text)
  }
  closeUp(filled, changes)
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
    const value = readValue(part.placeholder, values)
    isMissing ||= value === ''
    return value
  })
  return { piece, text: text.join(''), isMissing, hasPlaceholder: content.some((part) => typeof part !== 'string') }
}

/** One line, without characters invalid in XML. */
const readValue = (placeholder: Placeholder, values: Readonly<Record<string, string>>) =>
  (Object.hasOwn(values, placeholder) ? (values[placeholder] ?? '') : '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .trim()

/** Takes next to no room in print; also object anchors. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\uFFFC\u200A\u00AD]/gu
const SYMBOL_BRACKET = /\uF028/g
const DOUBLE_BRACKET = /[\u2985\u2E28]/g

const asPrinted = (text: string) =>
  text.replace(INVISIBLE, '').replace(SYMBOL_BRACKET, '(').replace(DOUBLE_BRACKET, '((').normalize('NFKC')

const openBrackets = (text: string) => text.split('((').length - 1

function findHiddenBrackets(text: string): DocumentFault[] {
  if (openBrackets(asPrinted(text)) === openBrackets(text)) return []
  const words =
    'Double brackets have signs in or around them that cannot be seen. Delete the whole placeholder in Word, type it again as ((first_name)), and upload the document again.'
  return [{ words, code: 'unknown_placeholder', mark: text.trim().slice(0, 60) }]
}

function findOpenBrackets(text: string): DocumentFault[] {
  const open = templateParts(text).find((part) => 'text' in part && part.text.includes('(('))
  if (!open || !('text' in open)) return []
  const mark = open.text.slice(open.text.indexOf('((')).slice(0, 30)
  const words = `A placeholder is not closed: ${mark}… Write it in one line as ((first_name)).`
  return [{ words, code: 'unknown_placeholder', mark }]
}

const describeNotFillable = (name: string): DocumentFault => ({
  words: `((${name.trim()})) is cut by a tab, a line break or a symbol. Write it in one line, and upload the document again.`,
  code: 'unknown_placeholder',
  mark: name.trim().split(/\s/, 1)[0] ?? '',
})

function findInNumbering(from: XmlElement): DocumentFault[] {
  const text = from.name === 'w:lvlText' ? asPrinted(from.attributes.get('w:val') ?? '') : ''
  const words =
    'The numbering of a list has double brackets, where nothing can be filled in. Change its format in Word.'
  const own: DocumentFault[] = text.includes('((') || text.endsWith('(') ? [{ words, code: 'unknown_placeholder' }] : []
  return [...own, ...elementsIn(from).flatMap(findInNumbering)]
}
