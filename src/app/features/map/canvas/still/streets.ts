import type { Basemap, BasemapFeature } from '#contract/map'
import { OPEN_RULES, type OpenRule } from '../openRules'
import { GROWTH, HALO, NAME_FONT, NAME_WIDTH, type BasemapColours, type Stops } from '../styleLayers'
import type { Projection } from './projection'

/** Lines drawn in one go. */
const AT_ONCE = 100

type Geometry = BasemapFeature['geometry']

/** Draws the open basemap by its rules (openRules.ts), stopping now and then. */
export function* drawStreets(
  context: CanvasRenderingContext2D,
  features: Basemap['features'],
  colours: BasemapColours,
  projection: Projection,
): Generator<void, void> {
  context.fillStyle = colours.ground
  context.fillRect(0, 0, projection.width, projection.height)
  for (const rule of OPEN_RULES) {
    if (projection.zoom < (rule.minZoom ?? 0)) continue
    const ruled = features.filter(
      ({ properties, geometry }) => properties.kind === rule.kind && (!rule.shape || geometry.type === rule.shape),
    )
    if (rule.draw === 'fill') yield* drawAreas(context, ruled, colours[rule.colour], projection)
    else if (rule.draw === 'line') yield* drawLines(context, rule, ruled, colours[rule.colour], projection)
    else yield* drawNames(context, rule, ruled, colours, projection)
    yield
  }
}

/** Each by itself, because areas lie over each other; with its edge, as MapLibre has it, or a narrow river is none. */
function* drawAreas(context: CanvasRenderingContext2D, features: Basemap['features'], colour: string, { project }: Projection) {
  context.fillStyle = colour
  context.strokeStyle = colour
  context.lineWidth = 1
  context.setLineDash([])
  for (const { geometry } of features) {
    context.beginPath()
    trace(context, geometry, project)
    context.fill('evenodd')
    context.stroke()
    yield
  }
}

function* drawLines(
  context: CanvasRenderingContext2D,
  { width: stops, dashes }: Extract<OpenRule, { draw: 'line' }>,
  features: Basemap['features'],
  colour: string,
  { project, zoom }: Projection,
) {
  const width = widthAt(stops, zoom)
  context.strokeStyle = colour
  context.lineWidth = width
  context.lineJoin = 'round'
  context.lineCap = dashes ? 'butt' : 'round'
  // Dashes are told in widths of their line.
  context.setLineDash((dashes ?? []).map((length) => length * width))
  for (let first = 0; first < features.length; first += AT_ONCE) {
    context.beginPath()
    for (const { geometry } of features.slice(first, first + AT_ONCE)) trace(context, geometry, project)
    context.stroke()
    yield
  }
}

function trace(context: CanvasRenderingContext2D, geometry: Geometry, project: Projection['project']): void {
  for (const line of linesOf(geometry)) {
    line.forEach(([longitude, latitude], index) => {
      const [x, y] = project(longitude, latitude)
      if (index === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    })
    if (geometry.type === 'Polygon') context.closePath()
  }
}

/** Lines as they are, areas as their rings; a point has none. */
function linesOf({ type, coordinates }: Geometry): readonly (readonly [number, number, ...number[]])[][] {
  if (type === 'Point') return []
  return type === 'LineString' ? [coordinates] : coordinates
}

/** The width at a zoom, between the stops as MapLibre's exponential interpolation has it. */
export function widthAt(stops: Stops, zoom: number): number {
  const at = (index: number) => ({ zoom: stops[index * 2] ?? 0, width: stops[index * 2 + 1] ?? 0 })
  const last = stops.length / 2 - 1
  let upper = 0
  while (upper < last && at(upper).zoom < zoom) upper += 1
  const [from, to] = [at(Math.max(0, upper - 1)), at(upper)]
  if (zoom >= to.zoom || from.zoom === to.zoom) return to.width
  const share = (GROWTH ** (zoom - from.zoom) - 1) / (GROWTH ** (to.zoom - from.zoom) - 1)
  return from.width + (to.width - from.width) * share
}

/** Names of points, each where no other stands yet. Names along lines begin at closer zooms. */
function* drawNames(
  context: CanvasRenderingContext2D,
  rule: Extract<OpenRule, { draw: 'name' }>,
  features: Basemap['features'],
  colours: BasemapColours,
  { project }: Projection,
): Generator<void, void> {
  context.font = `${rule.size}px "${NAME_FONT}", sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.setLineDash([])
  context.lineJoin = 'round'
  context.lineWidth = 2 * HALO
  context.strokeStyle = colours.textHalo
  context.fillStyle = colours[rule.colour]
  const lineHeight = rule.size * 1.2
  // MapLibre stands its letters so much lower.
  const lower = rule.size * 0.13
  const taken: { x: number; y: number; width: number; height: number }[] = []
  for (const { geometry, properties } of features) {
    if (geometry.type !== 'Point') continue
    yield
    const lines = wrapped(properties.name, (text) => context.measureText(text).width <= NAME_WIDTH * rule.size)
    const [x, y] = project(geometry.coordinates[0], geometry.coordinates[1])
    const width = Math.max(...lines.map((line) => context.measureText(line).width))
    const height = lines.length * lineHeight
    if (taken.some((other) => Math.abs(other.x - x) * 2 < other.width + width && Math.abs(other.y - y) * 2 < other.height + height)) continue
    taken.push({ x, y, width, height })
    lines.forEach((line, index) => {
      const middle = y + lower + (index - (lines.length - 1) / 2) * lineHeight
      context.strokeText(line, x, middle)
      context.fillText(line, x, middle)
    })
  }
}

/** The words of a name in lines that fit. */
function wrapped(name: string, fits: (text: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
