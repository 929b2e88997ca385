import { shownCount, SMALL, type PublishedCount } from '../rounding'
import { ACCENT, INK, LINE, MARGIN, MUTED, TINT, WIDTH, type Sheet, type TextLook } from './sheet'

/** Starts a page with the document's title. */
export function titledPage(sheet: Sheet, text: string): void {
  sheet.page()
  sheet.tagged('H1', () => {
    sheet.y += sheet.write(text, MARGIN, sheet.y, WIDTH, { size: 24, weight: 'semibold' }) + 12
  })
}

/** Kept with what follows. */
export function heading(sheet: Sheet, text: string): void {
  sheet.makeRoom(120)
  sheet.tagged('H2', () => {
    sheet.y += sheet.write(text, MARGIN, sheet.y, WIDTH, { size: 18, weight: 'semibold' }) + 10
  })
}

/** Plain text. */
export function paragraph(sheet: Sheet, text: string): void {
  const look: TextLook = { size: 10, colour: MUTED, lineGap: 3 }
  sheet.makeRoom(sheet.heightOf(text, WIDTH, look))
  sheet.tagged('P', () => {
    sheet.y += sheet.write(text, MARGIN, sheet.y, WIDTH, look) + 14
  })
}

/** Figures side by side. */
export function tiles(sheet: Sheet, figures: readonly { name: string; value: string; note?: string }[]): void {
  const gap = 12
  const width = (WIDTH - gap) / 2
  const height = 86
  figures.forEach(({ name, value, note = '' }, index) => {
    const column = index % 2
    if (column === 0) sheet.makeRoom(height)
    const x = MARGIN + column * (width + gap)
    const { y } = sheet
    sheet.decoration(() => sheet.document.roundedRect(x, y, width, height, 6).fill(TINT))
    sheet.tagged('P', () => {
      sheet.write(name, x + 14, y + 12, width - 28, { size: 9, colour: MUTED })
      sheet.write(value, x + 14, y + 27, width - 28, { size: 22, weight: 'semibold' })
      if (note !== '') sheet.write(note, x + 14, y + 60, width - 28, { size: 8, colour: MUTED })
    })
    if (column === 1 || index === figures.length - 1) sheet.y += height + gap
  })
  sheet.y += 8
}

export interface Bars {
  readonly title: string
  readonly unit: string
  readonly bars: readonly { readonly label: string; readonly value: PublishedCount }[]
}

const CHART_HEIGHT = 130

/** So that a small count never looks large. */
const LEAST_SCALE = 20
const computeHeight = (value: PublishedCount) => (value === SMALL ? 4 : value)

/** Screen readers get one sentence. */
export function barChart(sheet: Sheet, { title, unit, bars }: Bars): void {
  sheet.makeRoom(CHART_HEIGHT + 80)
  sheet.tagged('H3', () => {
    sheet.y += sheet.write(title, MARGIN, sheet.y, WIDTH, { size: 11, weight: 'semibold' }) + 22
  })
  const most = Math.max(LEAST_SCALE, ...bars.map(({ value }) => computeHeight(value)))
  const top = sheet.y
  const slot = WIDTH / bars.length
  const alt = `${title}, in ${unit}: ${bars.map(({ label, value }) => `${label} ${shownCount(value)}`).join(', ')}.`
  sheet.tagged(
    'Figure',
    () => {
      const { document } = sheet
      document
        .moveTo(MARGIN, top + CHART_HEIGHT)
        .lineTo(MARGIN + WIDTH, top + CHART_HEIGHT)
        .lineWidth(0.75)
        .stroke(MUTED)
      bars.forEach(({ label, value }, index) => {
        const height = (computeHeight(value) / most) * (CHART_HEIGHT - 14)
        const width = Math.min(28, slot * 0.64)
        const x = MARGIN + index * slot
        const y = top + CHART_HEIGHT - height
        if (height > 0) document.rect(x + (slot - width) / 2, y, width, height).fill(value === SMALL ? LINE : ACCENT)
        sheet.write(shownCount(value), x - 4, y - 12, slot + 8, { size: 7.5, colour: INK, align: 'center' })
        sheet.write(label, x - 2, top + CHART_HEIGHT + 6, slot + 4, { size: 7.5, colour: MUTED, align: 'center' })
      })
    },
    { alt },
  )
  sheet.y = top + CHART_HEIGHT + 48
}

export interface Column<Row> {
  readonly heading: string
  /** Share of the width; all add up to 1. */
  readonly part: number
  readonly text: (row: Row) => string
  readonly isNumber?: boolean
}

const CELL: TextLook = { size: 9 }
const HEAD: TextLook = { size: 8.5, weight: 'semibold', colour: MUTED }
const PADDING = 6

/** Repeats its headings on each page. */
export function table<Row>(sheet: Sheet, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const { document } = sheet
  const places = columns.map(({ part }, index) => ({
    x: MARGIN + columns.slice(0, index).reduce((sum, before) => sum + before.part, 0) * WIDTH,
    width: part * WIDTH - PADDING,
  }))
  const rowHeight = (texts: readonly string[], look: TextLook) =>
    Math.max(...texts.map((text, index) => sheet.heightOf(text, places[index]?.width ?? WIDTH, look))) + 2 * PADDING

  const element = document.struct('Table')
  const line = (tag: 'TH' | 'TD', texts: readonly string[], look: TextLook) => {
    const height = rowHeight(texts, look)
    const row = document.struct('TR')
    element.add(row)
    texts.forEach((text, index) => {
      const place = places[index]
      if (!place) return
      row.add(
        document.struct(tag, {}, () => {
          sheet.write(text, place.x, sheet.y + PADDING, place.width, {
            ...look,
            align: columns[index]?.isNumber ? 'right' : 'left',
          })
        }),
      )
    })
    row.end()
    sheet.y += height
    sheet.decoration(() =>
      document
        .moveTo(MARGIN, sheet.y)
        .lineTo(MARGIN + WIDTH, sheet.y)
        .lineWidth(0.5)
        .stroke(LINE),
    )
  }
  const headings = columns.map(({ heading: text }) => text)
  sheet.makeRoom(80)
  sheet.append(element)
  line('TH', headings, HEAD)
  for (const row of rows) {
    const texts = columns.map(({ text }) => text(row))
    if (sheet.makeRoom(rowHeight(texts, CELL))) line('TH', headings, HEAD)
    line('TD', texts, CELL)
  }
  element.end()
  sheet.y += 20
}
