import type { DrawnItem, DrawnText } from '#contract/households/printedMap'
import type { PublishedCount } from '../../../lib/rounding'
import { heading, paragraph, table } from '../../../lib/pdf/parts'
import { openSheet, type Sheet } from '../../../lib/pdf/sheet'
import { shown } from './figures'
import { layOutPage, type PageContent, type PagePart } from './page'
import type { Measure } from './writing'

/** Inter's baseline, as a share of text size from the top. */
export const ASCENT = 0.96875

export interface WardRow {
  readonly name: string
  readonly households: PublishedCount
  /** In words, where wards are not coloured by count. */
  readonly figure: string
}

const open = ({ title, organisation }: PageContent, made: Date) => openSheet({ title, subject: organisation, made })

const measureWith =
  ({ document }: Sheet): Measure =>
  (text, { size, weight }) =>
    document.font(weight).fontSize(size).widthOfString(text)

/** For the browser to draw. */
export const layOutMapParts = async (content: PageContent, made: Date): Promise<PagePart[]> =>
  layOutPage(content, measureWith(await open(content, made)))

/** Page, filters and a table by ward: A4, tagged. */
export async function writeMapPdf(content: PageContent, rows: readonly WardRow[], made: Date): Promise<Buffer> {
  const sheet = await open(content, made)
  sheet.document.addPage({ size: 'A4', layout: 'landscape', margin: 0 })
  for (const part of layOutPage(content, measureWith(sheet))) {
    const draw = () => drawPart(sheet, part)
    if (part.tag === null) sheet.decoration(draw)
    else sheet.tagged(part.tag, draw, part.alt === undefined ? {} : { alt: part.alt })
  }
  sheet.page()
  heading(sheet, 'By ward')
  paragraph(sheet, `${content.title}, ${content.month} data.`)
  for (const filter of content.filters) paragraph(sheet, filter)
  for (const { name, value, method } of content.figures)
    if (method !== undefined) paragraph(sheet, `${name}: ${value}. ${method}`)
  const households = { heading: 'Households', text: (row: WardRow) => shown(row.households), isNumber: true }
  const { map } = content
  table<WardRow>(
    sheet,
    map.view === 'ward' && map.figures.kind !== 'count'
      ? [
          { heading: 'Ward', part: 0.45, text: ({ name }) => name },
          { ...households, part: 0.2 },
          { heading: map.figures.title, part: 0.35, text: ({ figure }) => figure, isNumber: true },
        ]
      : [
          { heading: 'Ward', part: 0.7, text: ({ name }) => name },
          { ...households, part: 0.3 },
        ],
    rows,
  )
  return sheet.finish(`${content.organisation} · ${content.title}`)
}

function drawPart(sheet: Sheet, { clip, items }: PagePart): void {
  const { document } = sheet
  document.save()
  if (clip) document.rect(...clip).clip()
  for (const item of items) {
    if (item.kind === 'path') drawPath(document, item)
    else drawText(sheet, item)
  }
  document.restore()
}

function drawPath(document: Sheet['document'], item: Extract<DrawnItem, { kind: 'path' }>): void {
  const { path, fill, stroke, lineWidth = 1, opacity = 1 } = item
  document.path(path).lineWidth(lineWidth).lineJoin('round').fillOpacity(opacity).strokeOpacity(opacity)
  if (fill !== undefined) document.fill(fill, 'even-odd')
  else document.stroke(stroke)
  document.fillOpacity(1).strokeOpacity(1)
}

const drawText = (sheet: Sheet, { text, x, y, width, size, weight, colour, align }: DrawnText) =>
  // Slightly wider: the text is already broken for this width.
  sheet.write(text, align === 'left' ? x : x - 1, y, width + 2, { size, weight, colour, align })
