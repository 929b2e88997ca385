/** What stands at the end of a letter for people who ask whether it is genuine: a QR code and words, by construction. */
import encodeQR from 'qr'
import type { LetterMark } from '../documents/messages'
import type { Letter, LetterPart } from './rebuild'
import { element, elementsIn, NAMESPACES, type XmlElement, type XmlNode } from './xml'

const TWIPS_A_MM = 56.7
const EMU_A_MM = 36_000
/** With the white around it, which ISO/IEC 18004 wants four modules wide. */
const QR_MM = 24
const QUIET_MODULES = 4
/** Within the margins of letters. */
const TEXT_MM = 130
/** Half points. */
const TEXT_SIZE = '18'
const CODE_SIZE = '24'
/** Of the letter's own drawings none has so high a number. */
const SHAPE_ID = '1000000'

/** The letter with the mark after its text; its own elements stay the same. */
export const withMark = (letter: Letter, mark: LetterMark): Letter => ({
  ...letter,
  parts: letter.parts.map((part) => (part.root.name === 'w:document' ? marked(part, mark) : part)),
})

function marked(part: LetterPart, mark: LetterMark): LetterPart {
  const isSection = (node: XmlNode) => typeof node === 'object' && node.name === 'w:sectPr'
  const inBody = (body: XmlElement): XmlElement => ({
    ...body,
    children: [...body.children.filter((node) => !isSection(node)), ...block(mark), ...body.children.filter(isSection)],
  })
  const children = elementsIn(part.root).map((child) => (child.name === 'w:body' ? inBody(child) : child))
  return { ...part, root: { ...part.root, children } }
}

const twips = (mm: number) => `${Math.round(mm * TWIPS_A_MM)}`
const emu = (mm: number) => `${mm * EMU_A_MM}`
const value = (name: string, val: string) => element(name, { 'w:val': val })

/** A table keeps both side by side and on one page; Word wants a paragraph after it. */
function block({ url, paragraphs, code }: LetterMark): XmlElement[] {
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
        cell(QR_MM, [paragraph([element('w:r', {}, [drawing(url)])])]),
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

/** A shape of its dark modules: sharp at any size, and no picture to keep. */
function drawing(url: string): XmlElement {
  const extent = { cx: emu(QR_MM), cy: emu(QR_MM) }
  const shape = element('wps:wsp', {}, [
    element('wps:cNvSpPr'),
    element('wps:spPr', {}, [
      element('a:xfrm', {}, [element('a:off', { x: '0', y: '0' }), element('a:ext', extent)]),
      element('a:custGeom', {}, [
        ...['a:avLst', 'a:gdLst', 'a:ahLst', 'a:cxnLst'].map((name) => element(name)),
        element('a:rect', { l: '0', t: '0', r: 'r', b: 'b' }),
        element('a:pathLst', {}, [path(url)]),
      ]),
      element('a:solidFill', {}, [element('a:srgbClr', { val: '000000' })]),
      element('a:ln', {}, [element('a:noFill')]),
    ]),
    element('wps:bodyPr'),
  ])
  return element('w:drawing', {}, [
    element('wp:inline', { distT: '0', distB: '0', distL: '0', distR: '0' }, [
      element('wp:extent', extent),
      element('wp:docPr', { id: SHAPE_ID, name: 'QR' }),
      element('a:graphic', {}, [element('a:graphicData', { uri: NAMESPACES.wps ?? '' }, [shape])]),
    ]),
  ])
}

/** One rectangle a row of dark modules beside each other. */
function path(url: string): XmlElement {
  const rows = encodeQR(url, 'raw', { ecc: 'medium', border: QUIET_MODULES })
  const size = `${rows.length}`
  const point = (name: string, x: number, y: number) => element(name, {}, [element('a:pt', { x: `${x}`, y: `${y}` })])
  const rectangles = rows.flatMap((row, y) =>
    darkRuns(row).flatMap(([from, to]) => [
      point('a:moveTo', from, y),
      point('a:lnTo', to, y),
      point('a:lnTo', to, y + 1),
      point('a:lnTo', from, y + 1),
      element('a:close'),
    ]),
  )
  return element('a:path', { w: size, h: size }, rectangles)
}

function darkRuns(row: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last?.[1] === x) last[1] = x + 1
    else runs.push([x, x + 1])
  }
  return runs
}
