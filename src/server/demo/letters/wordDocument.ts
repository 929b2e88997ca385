/** Word documents for the demo's letters, by hand: little is wanted of them. */
import { strToU8, zipSync, type Zippable } from 'fflate'

export interface LetterContent {
  /** BCP 47, for Word and screen readers. */
  readonly language: 'en-GB' | 'cy-GB'
  readonly title: string
  readonly letterhead: readonly string[]
  readonly address: readonly string[]
  /** `# ` starts a heading, `- ` a list item. */
  readonly text: readonly string[]
  readonly footer: string
}

const MM = 1440 / 25.4
const twips = (millimetres: number) => Math.round(millimetres * MM)

/**
 * GOV.UK Notify's window is 24.6 to 120 mm from the left and 39.5 to 66.3 from the top; text may start at 95. Checked
 * by modules/letters/pdf/letterRules.ts.
 */
const MARGIN = { top: twips(39.5), side: twips(25), bottom: twips(18), header: twips(12), footer: twips(9) }
const ADDRESS_HEIGHT = twips(27)
const ADDRESS_WIDTH = twips(94)
const GAP = twips(95.5 - 39.5 - 27)

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const run = (text: string, properties = '') =>
  `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}<w:t xml:space="preserve">${escape(text)}</w:t></w:r>`
const paragraph = (text: string, properties: string, runProperties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${run(text, runProperties)}</w:p>`

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** The same content gives the same bytes. */
export function wordDocument(content: LetterContent): Buffer {
  const files: Zippable = {}
  const add = (name: string, xml: string) => (files[name] = strToU8(XML + xml))
  const parts = [
    ['document', 'document.main'],
    ['styles', 'styles'],
    ['numbering', 'numbering'],
    ['header1', 'header'],
    ['footer1', 'footer'],
  ]
  add(
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
      .map(([name, type]) => `<Override PartName="/word/${name}.xml" ContentType="${TYPES}.${type}+xml"/>`)
      .join(
        '',
      )}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
  )
  add(
    '_rels/.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
  )
  add(
    'docProps/core.xml',
    `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escape(content.title)}</dc:title><dc:language>${content.language}</dc:language></cp:coreProperties>`,
  )
  add(
    'word/_rels/document.xml.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
      'styles',
      'numbering',
      'header1',
      'footer1',
    ]
      .map(
        (name, index) =>
          `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${name.replace('1', '')}" Target="${name}.xml"/>`,
      )
      .join('')}</Relationships>`,
  )
  add('word/styles.xml', styles(content.language))
  add('word/numbering.xml', NUMBERING)
  add(
    'word/header1.xml',
    `<w:hdr ${NAMESPACES}>${content.letterhead.map((line, index) => paragraph(line, '<w:spacing w:after="0"/>', index === 0 ? '<w:b/><w:sz w:val="26"/>' : '<w:sz w:val="19"/>')).join('')}</w:hdr>`,
  )
  add(
    'word/footer1.xml',
    `<w:ftr ${NAMESPACES}>${paragraph(content.footer, '<w:spacing w:after="0"/>', '<w:sz w:val="18"/>')}</w:ftr>`,
  )
  add('word/document.xml', document(content))
  // Independent of the time zone.
  return Buffer.from(zipSync(files, { mtime: new Date(2026, 0, 1) }))
}

const styles = (language: string) =>
  `<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Sans" w:hAnsi="Liberation Sans" w:cs="Liberation Sans"/><w:sz w:val="23"/><w:lang w:val="${language}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="150" w:line="266" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="200" w:after="90"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="26"/></w:rPr></w:style></w:styles>`

const NUMBERING = `<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="400" w:hanging="280"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`

function document({ address, text }: LetterContent): string {
  // Fixed, so that text starts below the window however long the address.
  const window = `<w:tbl><w:tblPr><w:tblW w:w="${ADDRESS_WIDTH}" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid><w:gridCol w:w="${ADDRESS_WIDTH}"/></w:tblGrid><w:tr><w:trPr><w:trHeight w:val="${ADDRESS_HEIGHT}" w:hRule="exact"/></w:trPr><w:tc><w:tcPr><w:tcW w:w="${ADDRESS_WIDTH}" w:type="dxa"/></w:tcPr>${address
    .map((line) => paragraph(line, '<w:spacing w:after="0" w:line="210" w:lineRule="exact"/>', '<w:sz w:val="20"/>'))
    .join('')}</w:tc></w:tr></w:tbl>`
  const body = text.map((line) => {
    if (line.startsWith('# ')) return paragraph(line.slice(2), '<w:pStyle w:val="Heading1"/>')
    if (line.startsWith('- '))
      return paragraph(
        line.slice(2),
        '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:spacing w:after="60"/>',
      )
    return paragraph(line, '')
  })
  return `<w:document ${NAMESPACES}><w:body>${window}<w:p><w:pPr><w:spacing w:after="0" w:line="${GAP}" w:lineRule="exact"/></w:pPr></w:p>${body.join('')}<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:footerReference w:type="default" r:id="rId4"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="${MARGIN.top}" w:right="${MARGIN.side}" w:bottom="${MARGIN.bottom}" w:left="${MARGIN.side}" w:header="${MARGIN.header}" w:footer="${MARGIN.footer}" w:gutter="0"/></w:sectPr></w:body></w:document>`
}
