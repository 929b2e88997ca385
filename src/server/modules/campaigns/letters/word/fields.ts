/**
 * Page counts and dates stay fields, with our instructions. Other computed fields (a link, a table of contents) become
 * their result's text. Fields that fetch, ask or merge, and unknown ones, are refused.
 */
import { CONTENT_ELSEWHERE, EMBEDDED, documentRefused, documentTooLarge } from './refusal'
import { element, type XmlNode } from './xml'

const COUNTING = ['PAGE', 'NUMPAGES']
const DATES = ['DATE', 'TIME']

const AS_TEXT: ReadonlySet<string> = new Set(
  (
    'HYPERLINK REF PAGEREF NOTEREF STYLEREF SEQ TOC TOA TC TA XE INDEX BIBLIOGRAPHY CITATION TITLE SUBJECT AUTHOR KEYWORDS COMMENTS ' +
    'LASTSAVEDBY FILENAME FILESIZE CREATEDATE SAVEDATE PRINTDATE EDITTIME REVNUM NUMCHARS NUMWORDS DOCPROPERTY DOCVARIABLE INFO ' +
    'USERNAME USERINITIALS USERADDRESS TEMPLATE QUOTE SYMBOL ADVANCE EQ AUTONUM AUTONUMLGL AUTONUMOUT LISTNUM SECTION SECTIONPAGES SET ' +
    'FORMTEXT FORMCHECKBOX FORMDROPDOWN PRIVATE = GOTOBUTTON'
  ).split(' '),
)
const FETCHING: ReadonlySet<string> = new Set(
  'INCLUDETEXT INCLUDEPICTURE INCLUDE IMPORT DDE DDEAUTO LINK DATABASE RD AUTOTEXT AUTOTEXTLIST GLOSSARY BARCODE'.split(
    ' ',
  ),
)
const EMBEDDING: ReadonlySet<string> = new Set(
  'EMBED CONTROL MACROBUTTON MACRO ADDIN HTMLACTIVEX SHAPE PRINT'.split(' '),
)
const MERGING: ReadonlySet<string> = new Set(
  'MERGEFIELD MERGEREC MERGESEQ ADDRESSBLOCK GREETINGLINE NEXT NEXTIF SKIPIF IF COMPARE ASK FILLIN DATA'.split(' '),
)

const LIMIT = 4_000

const NUMBER_FORMAT = /\\\*\s*(arabic|roman|alphabetic|ordinal|cardtext|ordtext)\b/i
const DATE_PICTURE = /\\@\s*"?([dMyHhmsapAP/ ,.:-]{1,40})/

/** Undefined when the result stays as text. @throws Fault 422 for a forbidden field */
export function writtenInstruction(instruction: string): string | undefined {
  if (instruction.length > LIMIT) throw documentRefused(unknownField('…'))
  const keyword = readKeyword(instruction)
  if (COUNTING.includes(keyword)) {
    const format = NUMBER_FORMAT.exec(instruction)?.[1]
    return format === undefined ? ` ${keyword} ` : ` ${keyword} \\* ${format} `
  }
  if (DATES.includes(keyword)) {
    const picture = DATE_PICTURE.exec(instruction)?.[1]?.trim()
    return picture ? ` ${keyword} \\@ "${picture}" ` : ` ${keyword} `
  }
  if (keyword === '' || AS_TEXT.has(keyword)) return undefined
  if (FETCHING.has(keyword)) throw documentRefused(CONTENT_ELSEWHERE)
  if (EMBEDDING.has(keyword)) throw documentRefused(EMBEDDED)
  if (MERGING.has(keyword)) {
    throw documentRefused(
      `The document has a field of Word’s mail merge (${keyword}). Write a placeholder such as ((first_name)) in its place.`,
    )
  }
  throw documentRefused(unknownField(keyword))
}

function readKeyword(instruction: string): string {
  const trimmed = instruction.trim()
  if (trimmed.startsWith('=')) return '='
  const word = trimmed.split(/[\s\\"]/, 1)[0] ?? ''
  return word.toUpperCase()
}

const unknownField = (keyword: string) =>
  `The document has a field that a letter cannot have (${keyword.slice(0, 30)}). Select it in Word, press Ctrl+Shift+F9 to turn it into text, and upload it again.`

/** Word spreads one over any number of runs. */

interface Field {
  phase: 'instruction' | 'result'
  instruction: string
  written: string | undefined
  hasResult: boolean
}

const DEPTH_LIMIT = 20

const BROKEN =
  'The document has a field that is not complete. Select all of it in Word, press Ctrl+Shift+F9 to turn its fields into text, and upload it again.'

const sign = (type: string) => element('w:fldChar', { 'w:fldCharType': type })
const END = sign('end')

/** A run's text. */
export const textElement = (text: string) => element('w:t', { 'xml:space': 'preserve' }, [text])

const begin = (instruction: string) => [
  sign('begin'),
  element('w:instrText', { 'xml:space': 'preserve' }, [instruction]),
  sign('separate'),
]

/** Layout replaces its `1`. */
export const wholeField = (instruction: string): XmlNode[] => [...begin(instruction), textElement('1'), END]

export interface FieldState {
  sign(type: string | undefined): XmlNode[]
  addInstruction(text: string): boolean
  content(nodes: XmlNode[]): XmlNode[]
  isOpen(): boolean
  end(): void
}

/** Tracks the fields of one text. */
export function createFieldState(): FieldState {
  const fields: Field[] = []
  // Instructions, and results computed later, are not written.
  const isShown = (open: readonly Field[]) =>
    open.every(({ phase, written }) => phase === 'result' && written === undefined)

  function separate(field: Field): XmlNode[] {
    field.phase = 'result'
    field.written = writtenInstruction(field.instruction)
    return field.written === undefined ? [] : begin(field.written)
  }

  return {
    sign(type) {
      if (type === 'begin') {
        if (fields.length >= DEPTH_LIMIT) throw documentTooLarge()
        fields.push({ phase: 'instruction', instruction: '', written: undefined, hasResult: false })
        return []
      }
      const field = fields.at(-1)
      if (!field || (type !== 'separate' && type !== 'end') || (type === 'separate' && field.phase === 'result'))
        throw documentRefused(BROKEN)
      const nodes = field.phase === 'instruction' ? separate(field) : []
      if (type === 'end') {
        fields.pop()
        if (field.written !== undefined) nodes.push(...(field.hasResult ? [] : [textElement('1')]), END)
      }
      const outer = type === 'end' ? fields : fields.slice(0, -1)
      return isShown(outer) ? nodes : []
    },
    addInstruction(text) {
      // A nested field adds its result, not its instruction.
      const reading = fields.findLast(({ phase }) => phase === 'instruction')
      if (reading) reading.instruction += text
      return reading !== undefined
    },
    content(nodes) {
      if (isShown(fields)) return nodes
      const field = fields.at(-1)
      const isText = nodes.some((node) => typeof node === 'object' && node.name === 'w:t')
      if (
        !field ||
        field.phase === 'instruction' ||
        field.written === undefined ||
        field.hasResult ||
        !isText ||
        !isShown(fields.slice(0, -1))
      )
        return []
      field.hasResult = true
      return [textElement('1')]
    },
    isOpen: () => isShown(fields),
    end() {
      if (fields.length > 0) throw documentRefused(BROKEN)
    },
  }
}
