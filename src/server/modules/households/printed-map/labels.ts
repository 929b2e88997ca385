import type { Basemap } from '#contract/households/map'
import type { DrawnItem, DrawnText } from '#contract/households/printedMap'
import type { Ward } from '../snapshots/wards'
import type { PageBox, Projection } from './projection'
import type { PublishedWardFigures } from './wardFigures'
import { MAP_INK, breakLines, MAP_MUTED, rectangle, type Measure } from './writing'

const ZOOM_OF_SMALL = 12
const NAME_WIDTH = 50
const PLATE = { fill: '#ffffff', opacity: 0.78 } as const

interface Line {
  readonly text: string
  readonly size: number
  readonly weight: DrawnText['weight']
}

interface Label {
  readonly box: PageBox
  readonly items: DrawnItem[]
}

function labelAt([x, y]: readonly [number, number], lines: readonly Line[], colour: string, measure: Measure): Label {
  const width = Math.max(...lines.map((line) => measure(line.text, line))) + 4
  const height = lines.reduce((sum, { size }) => sum + size * LEADING, 0) + 2
  const box: PageBox = [x - width / 2, y - height / 2, width, height]
  let top = box[1] + 1
  const items = lines.map(({ text, size, weight }): DrawnItem => {
    const item = { kind: 'text', text, x: box[0], y: top, width, size, weight, colour, align: 'center' } as const
    top += size * LEADING
    return item
  })
  return { box, items: [rectangle(box, PLATE), ...items] }
}

const LEADING = 1.2

const collide = ([ax, ay, aw, ah]: PageBox, [bx, by, bw, bh]: PageBox) =>
  ax < bx + bw && bx < ax + aw && ay < by + bh && by < ay + ah

const isInside = ([x, y, width, height]: PageBox, [left, top, wide, high]: PageBox) =>
  x >= left && y >= top && x + width <= left + wide && y + height <= top + high

/** Figures of wards whose centre is on the map, named where there is room. */
export function writeWardLabels(
  projection: Projection,
  box: PageBox,
  { wards, figures }: { wards: readonly Ward[]; figures: PublishedWardFigures },
  measure: Measure,
): DrawnItem[] {
  const there = wards.filter(({ longitude, latitude }) => projection.holds([longitude, latitude]))
  const alone = there.map((ward) => {
    const count: Line = { text: figures.inWords(figures.valueOf(ward.code)), size: 8.5, weight: 'semibold' }
    const at = projection.project([ward.longitude, ward.latitude])
    const name = breakLines(ward.name, NAME_WIDTH, { size: 6.5, weight: 'regular' }, measure)
    const lines = [...name.map((text): Line => ({ text, size: 6.5, weight: 'regular' })), count]
    return { full: labelAt(at, lines, MAP_INK, measure), short: labelAt(at, [count], MAP_INK, measure) }
  })
  const placed = alone.map(({ short }) => short)
  alone.forEach(({ full }, index) => {
    const isFree = placed.every((other, place) => place === index || !collide(other.box, full.box))
    if (isFree && isInside(full.box, box)) placed[index] = full
  })
  return placed.flatMap(({ items }) => items)
}

/** Names of places, larger ones first. */
export function placeLabels(
  projection: Projection,
  box: PageBox,
  { features }: Basemap,
  measure: Measure,
): DrawnItem[] {
  const places = features
    .flatMap(({ geometry, properties: { kind, name, is_small: isSmall = false } }) =>
      kind === 'place' && geometry.type === 'Point' && name !== '' ? [{ name, isSmall, at: geometry.coordinates }] : [],
    )
    .filter(({ isSmall }) => !isSmall || projection.zoom >= ZOOM_OF_SMALL)
    .sort((one, other) => Number(one.isSmall) - Number(other.isSmall))
  const placed: Label[] = []
  for (const { name, isSmall, at } of places) {
    const line: Line = { text: name, size: isSmall ? 6.5 : 8, weight: isSmall ? 'regular' : 'semibold' }
    const label = labelAt(projection.project(at), [line], MAP_MUTED, measure)
    if (isInside(label.box, box) && !placed.some((other) => collide(other.box, label.box))) placed.push(label)
  }
  return placed.flatMap(({ items }) => items)
}
