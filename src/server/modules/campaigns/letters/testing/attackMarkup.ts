/** What attack documents are written with. */
import { exampleDocument, unzipParts, makeZip, type DocumentChanges } from './documents'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
export const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PIC = 'http://schemas.openxmlformats.org/drawingml/2006/picture'
export const PREFIXES = `xmlns:w="${W}" xmlns:r="${OFFICE}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"`

export const relation = (type: string, target: string, id = 'rId7', mode = '') =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`
export const override = (part: string, type: string) =>
  `<Override PartName="/word/${part}" ContentType="${type.includes('/') ? type : `${TYPES}.${type}+xml`}"/>`
export const relationships = (inside: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`
export const run = (content: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${content}</w:r>`
export const markupText = (words: string, properties = '') =>
  run(`<w:t xml:space="preserve">${words}</w:t>`, properties)
export const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`
export const blip = (attributes: string) =>
  `<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="${PIC}"><pic:pic xmlns:pic="${PIC}"><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${attributes}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`
export const SHOWN = p(run(blip('r:embed="rId7"')))
export const field = (instruction: string) =>
  p(
    run('<w:fldChar w:fldCharType="begin" w:dirty="true"/>'),
    run(`<w:instrText xml:space="preserve">${instruction}</w:instrText>`),
    run('<w:fldChar w:fldCharType="separate"/>'),
    markupText('result'),
    run('<w:fldChar w:fldCharType="end"/>'),
  )
export const WPS = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'
export const WPG = 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup'
const SIZE = '<a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm>'
export const RECTANGLE = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
export const drawing = (uri: string, inside: string) =>
  run(
    `<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="${uri}">${inside}</a:graphicData></a:graphic></wp:inline></w:drawing>`,
  )
export const shape = (content: string, geometry = RECTANGLE) =>
  `<wps:wsp xmlns:wps="${WPS}"><wps:cNvSpPr txBox="1"/><wps:spPr>${SIZE}${geometry}</wps:spPr>${content && `<wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx>`}<wps:bodyPr/></wps:wsp>`
export const group = (name: 'wgp' | 'grpSp', content: string): string =>
  `<wpg:${name} xmlns:wpg="${WPG}"><wpg:cNvGrpSpPr/><wpg:grpSpPr>${SIZE.replace('</a:xfrm>', '<a:chOff x="0" y="0"/><a:chExt cx="900000" cy="900000"/></a:xfrm>')}</wpg:grpSpPr>${content}</wpg:${name}>`
export const nested = (depth: number, outside: (inside: string) => string, innermost: string) =>
  Array.from({ length: depth }).reduce<string>(outside, innermost)
export const attribute = (value: string) => value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** A further part of a kind, referred to by the main document. */
export const withPart = (kind: string, content: string, body: string, inside = ''): DocumentChanges => ({
  body,
  relationships: relation(kind, `${kind}9.xml`),
  contentTypes: override(
    `${kind}9.xml`,
    kind === 'theme' ? 'application/vnd.openxmlformats-officedocument.theme+xml' : kind,
  ),
  parts: {
    [`word/${kind}9.xml`]: content,
    ...(inside ? { [`word/_rels/${kind}9.xml.rels`]: relationships(inside) } : {}),
  },
})

/** The same content in each part that can print some. */
export const inEachPart = (content: string, inside = ''): [string, DocumentChanges][] => [
  ['body', { body: content, relationships: inside }],
  ['header', { header: content, parts: inside ? { 'word/_rels/header1.xml.rels': relationships(inside) } : {} }],
  [
    'footer',
    withPart(
      'footer',
      `<w:ftr ${PREFIXES}>${content}</w:ftr>`,
      `<w:p><w:pPr><w:sectPr><w:footerReference w:type="default" r:id="rId7"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:pPr></w:p>`,
      inside,
    ),
  ],
  [
    'footnote',
    withPart(
      'footnotes',
      `<w:footnotes ${PREFIXES}><w:footnote w:id="2">${content}</w:footnote></w:footnotes>`,
      p(markupText('See'), run('<w:footnoteReference w:id="2"/>')),
      inside,
    ),
  ],
  [
    'endnote',
    withPart(
      'endnotes',
      `<w:endnotes ${PREFIXES}><w:endnote w:id="2">${content}</w:endnote></w:endnotes>`,
      p(markupText('See'), run('<w:endnoteReference w:id="2"/>')),
      inside,
    ),
  ],
  [
    'comment',
    withPart(
      'comments',
      `<w:comments ${PREFIXES}><w:comment w:id="2">${content}</w:comment></w:comments>`,
      p(markupText('See'), run('<w:commentReference w:id="2"/>')),
      inside,
    ),
  ],
]

export const picture = (name: string, content: string | Buffer, body = SHOWN): DocumentChanges => ({
  body,
  relationships: relation('image', `media/${name}`),
  contentTypes:
    '<Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="svg" ContentType="image/svg+xml"/>',
  parts: { [`word/media/${name}`]: content },
})

const strict = (part: string) =>
  part
    .replaceAll(
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
      'http://purl.oclc.org/ooxml/officeDocument/relationships',
    )
    .replaceAll(
      'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
      'http://purl.oclc.org/ooxml/wordprocessingml/main',
    )
    .replaceAll('http://schemas.openxmlformats.org/drawingml/2006/', 'http://purl.oclc.org/ooxml/drawingml/')
    .replace('<w:document ', '<w:document w:conformance="strict" ')
    .replace('w:w="11906" w:h="16838"', 'w:w="595.3pt" w:h="841.9pt"')
/** A document as "Strict Open XML", whose namespaces and sizes are others. */
export const makeStrict = (changes: DocumentChanges) =>
  makeZip(
    Object.fromEntries(
      Object.entries(unzipParts(exampleDocument(changes))).map(([name, content]) => [
        name,
        name.endsWith('.png') ? content : strict(Buffer.from(content).toString()),
      ]),
    ),
  )
