/**
 * Policy (decision 33): a letter's placeholders are read when the template is taken: every one is known, closed, and
 * stands where it can be filled in, so that no letter goes out with brackets in it. docxtemplater does the merging,
 * over runs that Word has cut anywhere, in headers, footers and text boxes; none of its own commands can be used.
 */
import Docxtemplater from 'docxtemplater'
import PizZip from 'pizzip'
import { placeholderNamed, placeholdersIn, templateParts, unknownPlaceholders, type Placeholder } from '#contract/placeholders'
import { refuseUnknownPlaceholders } from '../../recipients/service'
import { NOTHING, withoutEmptyLines } from './emptyLines'
import { damaged, refused } from './refusal'

/** A template that letters can be made of. */
export interface LetterDocument {
  /** The placeholders that it uses, each once. */
  readonly placeholders: readonly Placeholder[]
  /** One household's letter as a .docx. A value that is missing is empty. */
  fill(values: Readonly<Record<string, string>>): Buffer
}

/**
 * Reads a checked document (see package.ts) as a template.
 * @throws Fault 422 naming the placeholders that are not known, or saying what is wrong with others.
 */
export function readLetterDocument(content: Buffer): LetterDocument {
  const texts = textsOf(new PizZip(content))
  const parts = texts.flatMap((text) => templateParts(text))
  refuseUnknownPlaceholders(unknownPlaceholders(parts))
  for (const text of texts) refuseOpenBrackets(text)
  const document = { placeholders: placeholdersIn(parts), fill: (values: Readonly<Record<string, string>>) => fill(content, values) }
  refuseUnfilled(document)
  return document
}

function fill(content: Buffer, values: Readonly<Record<string, string>>): Buffer {
  const zip = new PizZip(content)
  let document: Docxtemplater<PizZip>
  try {
    document = new Docxtemplater(zip, {
      delimiters: { start: '((', end: '))' },
      syntax: { allowUnopenedTag: true, changeDelimiterPrefix: null },
      stripInvalidXMLChars: true,
      errorLogging: false,
      parser: (tag) => ({ get: () => valueOf(tag, values) }),
    })
    document.render({})
  } catch {
    throw damaged()
  }
  for (const name of textParts(zip)) zip.file(name, withoutEmptyLines(textOf(zip, name)))
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE', compressionOptions: { level: 1 } })
}

/** A value stands in one line, whatever was typed into the contact. */
function valueOf(tag: string, values: Readonly<Record<string, string>>): string {
  const name = placeholderNamed(tag)
  const value = name === undefined ? undefined : values[name]
  return value?.replace(/\s+/g, ' ').replaceAll(NOTHING, '').trim() || NOTHING
}

/** The parts that text stands in. */
const textParts = (zip: PizZip) => Object.keys(zip.files).filter((name) => /^word\/.*\.xml$/.test(name))

const textOf = (zip: PizZip, name: string) => zip.file(name)?.asText() ?? ''

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescape = (text: string) =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#x([0-9a-f]{1,6})|#(\d{1,7}));/gi, (whole, name?: string, hex?: string, decimal?: string) => {
    if (name) return ENTITIES[name] ?? whole
    const code = hex ? parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The text of each paragraph, as it reads whatever the runs that Word has cut it into. */
function textsOf(zip: PizZip): string[] {
  return textParts(zip).flatMap((name) =>
    textOf(zip, name)
      .split(/<(?:w|a):p[\s>]/)
      .map((paragraph) => [...paragraph.matchAll(/<(?:w|a):t(?:\s[^>]*)?>([^<]*)</g)].map((match) => unescape(match[1] ?? '')).join('')),
  )
}

function refuseOpenBrackets(text: string): void {
  const open = templateParts(text).find((part) => 'text' in part && part.text.includes('(('))
  if (!open || !('text' in open)) return
  const words = open.text.slice(open.text.indexOf('((')).slice(0, 30)
  throw refused(`A placeholder is not closed: ${words}… Write it in one line as ((first_name)).`, 'unknown_placeholder')
}

/** Footnotes and diagrams are not filled in: a placeholder there is found by trying. */
function refuseUnfilled(document: LetterDocument): void {
  const filled = textsOf(new PizZip(document.fill({}))).join('\n')
  const [left] = placeholdersIn(templateParts(filled))
  if (left === undefined) return
  throw refused(`((${left})) stands where it cannot be filled in, such as a footnote. Move it into the text.`, 'unknown_placeholder')
}
