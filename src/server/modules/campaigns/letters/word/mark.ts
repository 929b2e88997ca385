/** A QR code and words at a letter's end, for readers who doubt that it is genuine. */
import encodeQR from 'qr'
import sharp from 'sharp'
import type { LetterMark } from '../documents/messages'
import { pictureName, type RebuiltDocument, type RebuiltPart } from './rebuild'
import { element, elementsIn, NAMESPACES, type XmlElement, type XmlNode } from './xml'

const TWIPS_A_MM = 56.7
const EMU_A_MM = 36_000
/** With its white border, four modules wide by ISO/IEC 18004. */
const QR_MM = 24
const QUIET_MODULES = 4
/** Stays sharp where a viewer smooths. */
const PIXELS_A_MODULE = 4
/** Between a letter's margins. */
const TEXT_MM = 130
/** Half points. */
const TEXT_SIZE = '18'
const CODE_SIZE = '24'
/** Above any id in the letter's drawings. */
const SHAPE_ID = '1000000'

export interface DrawnMark extends LetterMark {
  /** PNG. */
  readonly qr: Uint8Array
}

/** Draws the QR code. */
export const drawMark = async (mark: LetterMark): Promise<DrawnMark> => ({ ...mark, qr: await qrPicture(mark.url) })

/** After the letter's text; its own elements are untouched. */
export function withMark({ parts, pictures }: RebuiltDocument, mark: DrawnMark): RebuiltDocument {
  const target = pictureName(pictures.length + 1)
  return {
    parts: parts.map((part) => (part.root.name === 'w:document' ? marked(part, mark, target) : part)),
    pictures: [...pictures, mark.qr],
  }
}

function marked(part: RebuiltPart, mark: LetterMark, target: string): RebuiltPart {
  const relations = [...part.relations, { kind: 'image' as const, target }]
  const added = block(mark, `rId${relations.length}`)
  const isSection = (node: XmlNode) => typeof node === 'object' && node.name === 'w:sectPr'
  const inBody = (body: XmlElement): XmlElement => ({
    ...body,
    children: [...body.children.filter((node) => !isSection(node)), ...added, ...body.children.filter(isSection)],
  })
  const children = elementsIn(part.root).map((child) => (child.name === 'w:body' ? inBody(child) : child))
  return { ...part, relations, root: { ...part.root, children } }
}

const twips = (mm: number) => `${Math.round(mm * TWIPS_A_MM)}`
const emu = (mm: number) => `${mm * EMU_A_MM}`
const value = (name: string, val: string) => element(name, { 'w:val': val })

/** A table keeps both side by side on one page; Word wants a paragraph after it. */
function block({ paragraphs, code }: LetterMark, picture: string): XmlElement[] {
  const cell = (mm: number, children: readonly XmlNode[]) =>
    element('w:tc', {}, [
      element('w:tcPr', {}, [element('w:tcW', { 'w:w': twips(mm), 'w:type': 'dxa' }), value('w:vAlign', 'center')]),
      ...children,
    ])
  const sides = ['left', 'right'].map((side) => element(`w:${side}`, { 'w:w': '0', 'w:type': 'dxa' }))
  const widths = [QR_MM, TEXT_MM]
  return [
    thin(),
    element('w:tbl', {}, [
      element('w:tblPr', {}, [
        element('w:tblW', { 'w:w': '0', 'w:type': 'auto' }),
        value('w:jc', 'left'),
        element('w:tblLayout', { 'w:type': 'fixed' }),
        element('w:tblCellMar', {}, sides),
      ]),
      element(
        'w:tblGrid',
        {},
        widths.map((mm) => element('w:gridCol', { 'w:w': twips(mm) })),
      ),
      element('w:tr', {}, [
        element('w:trPr', {}, [element('w:cantSplit')]),
        cell(QR_MM, [paragraph([element('w:r', {}, [drawing(picture)])])]),
        cell(TEXT_MM, [
          ...paragraphs.map(({ title, words }) => paragraph([run(`${title} `, true), run(words, false)])),
          paragraph([run(code, true, CODE_SIZE)]),
        ]),
      ]),
    ]),
    thin(),
  ]
}

const SINGLE = { 'w:before': '0', 'w:after': '0', 'w:line': '240', 'w:lineRule': 'auto' }

const paragraph = (runs: readonly XmlElement[], spacing: Readonly<Record<string, string>> = SINGLE) =>
  element('w:p', {}, [
    element('w:pPr', {}, [
      element('w:spacing', spacing),
      element('w:ind', { 'w:left': '0', 'w:right': '0', 'w:firstLine': '0' }),
      value('w:jc', 'left'),
    ]),
    ...runs,
  ])

const thin = () => paragraph([], { ...SINGLE, 'w:line': '40', 'w:lineRule': 'exact' })

const run = (text: string, isBold: boolean, size = TEXT_SIZE) =>
  element('w:r', {}, [
    element('w:rPr', {}, [...(isBold ? [element('w:b')] : []), value('w:sz', size)]),
    element('w:t', { 'xml:space': 'preserve' }, [text]),
  ])

function drawing(relation: string): XmlElement {
  const extent = { cx: emu(QR_MM), cy: emu(QR_MM) }
  const named = { id: SHAPE_ID, name: 'QR' }
  const picture = element('pic:pic', {}, [
    element('pic:nvPicPr', {}, [element('pic:cNvPr', named), element('pic:cNvPicPr')]),
    element('pic:blipFill', {}, [
      element('a:blip', { 'r:embed': relation }),
      element('a:stretch', {}, [element('a:fillRect')]),
    ]),
    element('pic:spPr', {}, [
      element('a:xfrm', {}, [element('a:off', { x: '0', y: '0' }), element('a:ext', extent)]),
      element('a:prstGeom', { prst: 'rect' }, [element('a:avLst')]),
    ]),
  ])
  return element('w:drawing', {}, [
    element('wp:inline', { distT: '0', distB: '0', distL: '0', distR: '0' }, [
      element('wp:extent', extent),
      element('wp:docPr', { ...named, descr: 'QR code' }),
      element('a:graphic', {}, [element('a:graphicData', { uri: NAMESPACES.pic ?? '' }, [picture])]),
    ]),
  ])
}

/** LibreOffice is slow with vector shapes of so many corners. */
function qrPicture(url: string): Promise<Buffer> {
  const rows = encodeQR(url, 'raw', { ecc: 'medium', border: QUIET_MODULES })
  const modules = Uint8Array.from(rows.flat(), (isDark) => (isDark ? 0 : 255))
  const side = rows.length * PIXELS_A_MODULE
  return sharp(modules, { raw: { width: rows.length, height: rows.length, channels: 1 } })
    .resize(side, side, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png()
    .toBuffer()
}
