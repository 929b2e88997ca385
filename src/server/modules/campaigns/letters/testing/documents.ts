/** Word documents for tests: a right one, and whatever is wrong in one place. And what PDFs say. */
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { readPdf } from '../pdf/readPdf'

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"'
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface DocumentChanges {
  /** Paragraphs after the address, as XML. */
  readonly body?: string
  /** The address, line by line. */
  readonly address?: readonly string[]
  readonly header?: string
  readonly relationships?: string
  readonly contentTypes?: string
  readonly mainType?: string
  /** Further parts, or others in the place of those. */
  readonly parts?: Readonly<Record<string, string | Buffer>>
  readonly without?: readonly string[]
  /** Twentieths of a point. */
  readonly pageSize?: readonly [width: number, height: number]
}

/** A paragraph whose text is cut into runs where a `|` stands, as Word does at will. */
export const wordParagraph = (text: string, properties = '') =>
  `<w:p>${properties}${text
    .split('|')
    .map((piece) => `<w:r><w:t xml:space="preserve">${piece}</w:t></w:r>`)
    .join('')}</w:p>`

export const ADDRESS = [
  '((title)) ((first_name)) ((last_name))',
  '((address_line_1))',
  '((address_line_2))',
  '((address_line_3))',
  '((address_line_4))',
  '((postcode))',
]

/** The text that a letter of {@link exampleDocument} has after its address. */
const BODY = wordParagraph('Dear ((fi|rst|_name)|), you may be owed ((benefit)).')

/** Between the window and 95 mm from the top, where the text may begin. */
const GAP = '<w:p><w:pPr><w:spacing w:after="0" w:line="1640" w:lineRule="exact"/></w:pPr></w:p>'

export function exampleDocument(changes: DocumentChanges = {}): Buffer {
  const {
    body = BODY,
    address = ADDRESS,
    header = '',
    relationships = '',
    contentTypes = '',
    mainType = `${TYPES}.document.main+xml`,
  } = changes
  const [width, height] = changes.pageSize ?? [11906, 16838]
  const lines = address
    .map((line) => wordParagraph(line, '<w:pPr><w:spacing w:after="0" w:line="210" w:lineRule="exact"/></w:pPr>'))
    .join('')
  const cell = `<w:tbl><w:tblPr><w:tblW w:w="5330" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="5330"/></w:tblGrid><w:tr><w:trPr><w:trHeight w:val="1531" w:hRule="exact"/></w:trPr><w:tc><w:tcPr><w:tcW w:w="5330" w:type="dxa"/></w:tcPr>${lines || '<w:p/>'}</w:tc></w:tr></w:tbl>`
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/><Override PartName="/word/header1.xml" ContentType="${TYPES}.header+xml"/>${contentTypes}</Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/header" Target="header1.xml"/>${relationships}</Relationships>`,
    'word/header1.xml': `<w:hdr ${NAMESPACES}>${header || wordParagraph('((organisa|tion))')}</w:hdr>`,
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${cell}${GAP}${body}<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:pgSz w:w="${width}" w:h="${height}"/><w:pgMar w:top="2240" w:right="1417" w:bottom="1100" w:left="1417" w:header="600" w:footer="600" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    ...changes.parts,
  }
  return makeZip(Object.fromEntries(Object.entries(parts).filter(([name]) => !changes.without?.includes(name))))
}

/** A zip of these parts. */
export const makeZip = (parts: Readonly<Record<string, string | Uint8Array>>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, content]) => [
          name,
          typeof content === 'string' ? Buffer.from(content) : content,
        ]),
      ),
      { mtime: new Date(2026, 0, 1) },
    ),
  )

/** The parts of a document by their names. */
export const unzipParts = (document: Uint8Array): Record<string, Uint8Array> => unzipSync(document)

/** A part of a document as it is written. */
export const readDocumentPart = (document: Uint8Array, name: string) => {
  const content = unzipParts(document)[name]
  return content && strFromU8(content)
}

/** A relationship that leads out of the document. */
export const external = (type: string, target: string) =>
  `<Relationship Id="rId9" Type="${OFFICE}/${type}" Target="${target}" TargetMode="External"/>`

/** The text of a part of a document. */
export const textOfPart = (document: Buffer, name = 'word/document.xml') =>
  readDocumentPart(document, name)
    ?.replace(/^<\?xml[^>]*>\n/, '')
    .replace(/<w:p(?: [^>]*)?\/>|<\/w:p>/g, '\n')
    .replace(/<w:br(?: [^>]*)?\/>|<\/w:br>/g, '\n')
    .replace(/<[^>]+>/g, '') ?? ''

/** The words of each page of a PDF. */
export const textOfPdf = async (pdf: Uint8Array): Promise<string[]> =>
  (await readPdf(pdf, Infinity)).pages.map(({ words }) => words.map(({ text }) => text).join(' '))
