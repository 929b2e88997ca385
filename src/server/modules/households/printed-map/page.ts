/** A4 landscape. Sizes in points, from the top left. */
import { readArea } from '#contract/households/area'
import type { Basemap, MapPlace } from '#contract/households/map'
import type { DrawnItem, DrawnText } from '#contract/households/printedMap'
import type { Ward } from '../snapshots/wards'
import type { PublishedFigure } from './figures'
import { placeLabels, writeWardLabels } from './labels'
import { BACKGROUND, mapArt, type LegendEntry, type MapContent } from './mapArt'
import { createProjection, type PageBox, type Projection } from './projection'
import { MAP_INK, MAP_LINE, breakLines, MAP_MUTED, rectangle, type Measure } from './writing'

export const PRINTED_PAGE = { width: 841.89, height: 595.28 } as const
const MARGIN = 34
const SIDE = 196
const GAP = 18
const TOP = 84
const BOTTOM = PRINTED_PAGE.height - 58
const SIDE_X = PRINTED_PAGE.width - MARGIN - SIDE

export const MAP_BOX: PageBox = [MARGIN, TOP, SIDE_X - GAP - MARGIN, BOTTOM - TOP]

export interface PageContent {
  readonly organisation: string
  readonly title: string
  readonly month: string
  readonly figures: readonly PublishedFigure[]
  /** In words; empty: every household. */
  readonly filters: readonly string[]
  readonly map: MapContent & { readonly place: MapPlace; readonly squareMetres: number }
  readonly basemap: Basemap
  readonly wards: readonly Ward[]
  readonly area: string | undefined
  readonly made: string
}

/** `tag` is for screen readers; null is decoration. */
export interface PagePart {
  readonly tag: 'H1' | 'H2' | 'P' | 'Figure' | null
  readonly alt?: string
  readonly clip: PageBox | null
  readonly items: readonly DrawnItem[]
}

/** Lays a page out. */
export function layOutPage(content: PageContent, measure: Measure): PagePart[] {
  const { map, wards, basemap } = content
  const projection = createProjection(map.place, MAP_BOX)
  const read = content.area === undefined ? undefined : readArea(content.area)
  const area = read && 'area' in read ? read.area : null
  const art = mapArt(projection, map, { basemap, wards, area })
  const labels =
    map.view === 'ward'
      ? writeWardLabels(projection, MAP_BOX, { wards, figures: map.figures }, measure)
      : placeLabels(projection, MAP_BOX, basemap, measure)
  return [
    ...header(content, measure),
    {
      tag: 'Figure',
      alt: describePage(content),
      clip: MAP_BOX,
      items: [rectangle(MAP_BOX, { fill: BACKGROUND }), ...art.items, ...labels, ...scaleBar(projection)],
    },
    part(null, [frame(MAP_BOX)]),
    ...side(content, art.legend, measure),
    ...footer(content, measure),
  ]
}

const part = (tag: PagePart['tag'], items: readonly DrawnItem[]): PagePart => ({ tag, clip: null, items })

type Look = Pick<DrawnText, 'size' | 'weight' | 'colour'>

const TITLE: Look = { size: 19, weight: 'semibold', colour: MAP_INK }
const ORGANISATION: Look = { size: 11, weight: 'semibold', colour: MAP_MUTED }
const HEADING: Look = { size: 8.5, weight: 'semibold', colour: MAP_INK }
const SMALLER: Look = { size: 7.5, weight: 'regular', colour: MAP_MUTED }
const VALUE: Look = { size: 15, weight: 'semibold', colour: MAP_INK }
const BODY: Look = { size: 8.5, weight: 'regular', colour: MAP_INK }
const LEADING = 1.3

function written(text: string, [x, y, width]: readonly [number, number, number], look: Look, measure: Measure) {
  const lines = breakLines(text, width, look, measure)
  const items = lines.map((line, index): DrawnItem => ({
    kind: 'text',
    text: line,
    x,
    y: y + index * look.size * LEADING,
    width,
    align: 'left',
    ...look,
  }))
  return { items, end: y + lines.length * look.size * LEADING }
}

function header({ organisation, title, month }: PageContent, measure: Measure): PagePart[] {
  const width = PRINTED_PAGE.width - 2 * MARGIN
  const data = `${month} data`
  return [
    part('P', written(organisation, [MARGIN, MARGIN, width - 140], ORGANISATION, measure).items.slice(0, 1)),
    part('H1', [{ kind: 'text', text: title, x: MARGIN, y: 49, width: width - 160, align: 'left', ...TITLE }]),
    part('P', [{ kind: 'text', text: data, x: SIDE_X, y: 55, width: SIDE, align: 'right', ...ORGANISATION }]),
  ]
}

function side(content: PageContent, legend: readonly LegendEntry[], measure: Measure): PagePart[] {
  let y = TOP
  const parts: PagePart[] = content.figures.map(({ name, value, note }) => {
    const items: DrawnItem[] = []
    const add = (text: string, look: Look) => {
      const lines = written(text, [SIDE_X, y, SIDE], look, measure)
      items.push(...lines.items)
      y = lines.end
    }
    add(name, SMALLER)
    add(value, VALUE)
    if (note !== '') add(note, SMALLER)
    y += 7
    return part('P', items)
  })
  const addLines = ({ items, end }: ReturnType<typeof written>): number => {
    parts.push(part('P', items))
    return end
  }
  const heading = (text: string) => {
    y += 5
    parts.push(part(null, [rule(y)]))
    y += 8
    parts.push(part('H2', written(text, [SIDE_X, y, SIDE], HEADING, measure).items))
    y += 14
  }
  heading(legendTitle(content))
  if (legend.length === 0) {
    y = addLines(written('There is nothing to show.', [SIDE_X, y, SIDE], BODY, measure))
  }
  for (const { fill, opacity, words } of legend) {
    const items: DrawnItem[] = [
      rectangle([SIDE_X, y, 15, 9], { fill: BACKGROUND }),
      rectangle([SIDE_X, y, 15, 9], { fill, opacity }),
      frame([SIDE_X, y, 15, 9]),
      { kind: 'text', text: words, x: SIDE_X + 22, y: y - 1, width: SIDE - 22, align: 'left', ...BODY },
    ]
    parts.push(part('P', items))
    y += 13
  }
  if (content.map.view === 'household') {
    const words = 'Squares with 1 to 7 households are left blank.'
    y = addLines(written(words, [SIDE_X, y + 2, SIDE], SMALLER, measure))
  }
  heading('Filters')
  const words = content.filters.length === 0 ? ['None: every household in the data.'] : content.filters
  words.some((filter, index) => {
    const lines = written(filter, [SIDE_X, y, SIDE], BODY, measure)
    const isLast = index === words.length - 1
    if (lines.end > BOTTOM - (isLast ? 0 : BODY.size * LEADING)) {
      const more = `and ${words.length - index} more, which the PDF names`
      addLines(written(more, [SIDE_X, y, SIDE], BODY, measure))
      return true
    }
    y = addLines(lines) + 3
    return false
  })
  return parts
}

const legendTitle = ({ map }: PageContent) =>
  map.view === 'ward' ? map.figures.title : `Households in a square of ${distance(map.squareMetres)}`

const distance = (metres: number) => (metres < 1000 ? `${metres} m` : `${metres / 1000} km`)

function footer({ basemap, made, map }: PageContent, measure: Measure): PagePart[] {
  const width = PRINTED_PAGE.width - 2 * MARGIN
  const right = measure(made, SMALLER) + 12
  const rounding = written(
    `So that nobody can be recognised, counts of 1 to 7 households are shown as *, others to the nearest 5, and ${map.view === 'ward' && map.figures.kind !== 'count' ? 'amounts, rates and changes' : 'amounts'} for as many. Figures are of all wards, whatever part the map shows.`,
    [MARGIN, BOTTOM + 9, width - right],
    SMALLER,
    measure,
  )
  const streets = written(basemap.attribution, [MARGIN, rounding.end + 1, width], SMALLER, measure)
  return [
    part('P', rounding.items),
    ...(basemap.attribution === '' ? [] : [part('P', streets.items.slice(0, 2))]),
    part('P', [{ kind: 'text', text: made, x: MARGIN, y: BOTTOM + 9, width, align: 'right', ...SMALLER }]),
  ]
}

const frame = ([x, y, width, height]: PageBox): DrawnItem => ({
  kind: 'path',
  path: `M${x} ${y}h${width}v${height}h${-width}Z`,
  stroke: MAP_LINE,
  lineWidth: 0.75,
})

const rule = (y: number): DrawnItem => ({
  kind: 'path',
  path: `M${SIDE_X} ${y}h${SIDE}`,
  stroke: MAP_LINE,
  lineWidth: 0.75,
})

/** Points. */
const LONGEST_BAR = 90

function scaleBar({ pointsAMetre }: Projection): DrawnItem[] {
  const most = LONGEST_BAR / pointsAMetre
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = [5, 2, 1].map((each) => each * power).find((each) => each <= most) ?? power
  const [left, , , height] = MAP_BOX
  const [x, y, width] = [left + 12, TOP + height - 12, metres * pointsAMetre]
  return [
    rectangle([x - 5, y - 17, width + 10, 23], { fill: '#ffffff', opacity: 0.8 }),
    { kind: 'path', path: `M${x} ${y - 4}v4h${width}v-4`, stroke: MAP_INK, lineWidth: 1 },
    {
      kind: 'text',
      text: distance(metres),
      x,
      y: y - 15,
      width,
      size: 7.5,
      weight: 'regular',
      colour: MAP_INK,
      align: 'center',
    },
  ]
}

function describePage({ map, wards, title }: PageContent): string {
  if (map.view === 'ward') {
    const { valueOf, inWords } = map.figures
    return `Map. ${title}: ${wards.map(({ code, name }) => `${name} ${inWords(valueOf(code))}`).join(', ')}.`
  }
  return `Map. ${title}: ${map.squares.length} squares of ${distance(map.squareMetres)} hold 8 households or more. The table by ward says how many there are in each ward.`
}
