/**
 * Page counts and dates stay fields, with instructions written by us. Of computed fields (a link, a table of contents)
 * the result stays as text. Fields that fetch, ask or merge are refused, and so are unknown ones.
 */
import { ELSEWHERE, EMBEDDED, refused } from './refusal'

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

/**
 * The instruction to write; undefined when the result stands as text.
 * @throws Fault 422 for a field that no letter can have.
 */
export function writtenInstruction(instruction: string): string | undefined {
  if (instruction.length > LIMIT) throw refused(unknownField('…'))
  const keyword = keywordOf(instruction)
  if (COUNTING.includes(keyword)) {
    const format = NUMBER_FORMAT.exec(instruction)?.[1]
    return format === undefined ? ` ${keyword} ` : ` ${keyword} \\* ${format} `
  }
  if (DATES.includes(keyword)) {
    const picture = DATE_PICTURE.exec(instruction)?.[1]?.trim()
    return picture ? ` ${keyword} \\@ "${picture}" ` : ` ${keyword} `
  }
  if (keyword === '' || AS_TEXT.has(keyword)) return undefined
  if (FETCHING.has(keyword)) throw refused(ELSEWHERE)
  if (EMBEDDING.has(keyword)) throw refused(EMBEDDED)
  if (MERGING.has(keyword)) {
    throw refused(
      `The document has a field of Word’s mail merge (${keyword}). Write a placeholder such as ((first_name)) in its place.`,
    )
  }
  throw refused(unknownField(keyword))
}

function keywordOf(instruction: string): string {
  const trimmed = instruction.trim()
  if (trimmed.startsWith('=')) return '='
  const word = trimmed.split(/[\s\\"]/, 1)[0] ?? ''
  return word.toUpperCase()
}

const unknownField = (keyword: string) =>
  `The document has a field that a letter cannot have (${keyword.slice(0, 30)}). Select it in Word, press Ctrl+Shift+F9 to turn it into text, and upload it again.`
