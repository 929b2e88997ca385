import { describe, expect, it, vi } from 'vitest'
import type { BasemapFeature } from '#contract/map'
import { householdPoints } from '../../data/points'
import { matchesFromBits } from '../../data/matches'
import { colours } from '../testing/colours'
import { drawHouseholds } from './households'
import { projectionOf } from './projection'
import { drawStreets, widthAt } from './streets'

const centre = { lng: -3, lat: 52 }
const projection = projectionOf(centre, 10, { width: 400, height: 300 })

/** A context that writes down what is drawn with which colour. */
function paper() {
  const drawn: { what: string; colour: string; at: number[] }[] = []
  const context = {
    fillStyle: '',
    strokeStyle: '',
    font: '',
    fillRect: () => drawn.push({ what: 'ground', colour: context.fillStyle, at: [] }),
    fill: () => drawn.push({ what: 'area', colour: context.fillStyle, at: [] }),
    stroke: () => drawn.push({ what: 'line', colour: context.strokeStyle, at: [] }),
    arc: (x: number, y: number) => drawn.push({ what: 'dot', colour: context.fillStyle, at: [x, y] }),
    fillText: (text: string, x: number, y: number) => drawn.push({ what: text, colour: context.fillStyle, at: [x, y] }),
    strokeText: vi.fn(),
    measureText: (text: string) => ({ width: text.length * 7 }),
    beginPath: vi.fn(),
    closePath: vi.fn(),
    moveTo: vi.fn(),
    lineTo: vi.fn(),
    setLineDash: vi.fn(),
  }
  // Only what the drawing uses of a canvas, which jsdom has not.
  return { drawn, context: context as unknown as CanvasRenderingContext2D }
}

const feature = (kind: BasemapFeature['properties']['kind'], geometry: BasemapFeature['geometry'], name = ''): BasemapFeature => ({
  type: 'Feature',
  geometry,
  properties: { kind, name },
})
const place = (name: string, longitude: number, latitude: number) =>
  feature('place', { type: 'Point', coordinates: [longitude, latitude] }, name)

describe('the projection of the still picture', () => {
  it('has its centre in the middle, east to the right and north above', () => {
    expect(projection.project(-3, 52).map(Math.round)).toEqual([200, 150])
    const [x, y] = projection.project(-2.9, 52.1)
    expect(x).toBeGreaterThan(200)
    expect(y).toBeLessThan(150)
  })

  it('shows 360 degrees on 512 pixels at zoom 0, twice as many at each zoom', () => {
    const { project } = projectionOf({ lng: 0, lat: 0 }, 1, { width: 0, height: 0 })
    expect(project(90, 0)[0]).toBeCloseTo(256)
  })
})

describe('widths between stops', () => {
  it('are those of MapLibre’s exponential interpolation', () => {
    expect(widthAt([9, 1.6, 12, 3.5], 8)).toBe(1.6)
    expect(widthAt([9, 1.6, 12, 3.5], 12)).toBe(3.5)
    expect(widthAt([9, 1.6, 12, 3.5], 19)).toBe(3.5)
    expect(widthAt([9, 1.6, 12, 3.5], 10)).toBeCloseTo(1.6 + (1.9 * 0.6) / (1.6 ** 3 - 1))
  })
})

describe('the streets of the still picture', () => {
  it('are drawn by the rules of the zoom: ground, areas, lines, names', () => {
    const { drawn, context } = paper()
    const ring: [number, number][] = [[-3, 52], [-3, 52.1], [-2.9, 52], [-3, 52]]
    const features = [
      place('Abbey', -3, 52),
      feature('street', { type: 'LineString', coordinates: ring }),
      feature('main_road', { type: 'LineString', coordinates: ring }),
      feature('water', { type: 'Polygon', coordinates: [ring] }),
    ]
    Array.from(drawStreets(context, features, colours, projection))
    expect(drawn.map(({ what, colour }) => [what, colour])).toEqual([
      ['ground', colours.ground],
      ['area', colours.water],
      ['line', colours.water],
      ['line', colours.mainRoadEdge],
      ['line', colours.mainRoad],
      ['Abbey', colours.text],
    ])
  })

  it('have no name over another, and long ones in two lines', () => {
    const { drawn, context } = paper()
    Array.from(drawStreets(context, [place('Abbey', -3, 52), place('Castle', -3, 52), place('Saint Martin on the Hill', -3, 52.1)], colours, projection))
    expect(drawn.map(({ what }) => what)).toEqual(['ground', 'Abbey', 'Saint Martin on', 'the Hill'])
  })
})

describe('the households of the still picture', () => {
  const palette = { household: [229, 54, 127] } as unknown as Parameters<typeof drawHouseholds>[2]
  const picture = (longitude: number[], latitude: number[], bits: number) => ({
    view: 'household' as const,
    headlines: [],
    points: householdPoints({
      version: '',
      longitude: Float64Array.from(longitude),
      latitude: Float64Array.from(latitude),
      reference: String,
      wardCode: () => '',
    }),
    matches: matchesFromBits(Uint8Array.of(bits), longitude.length),
  })

  it('are dots where those are that match, one in a pixel, none beside the canvas', () => {
    const { drawn, context } = paper()
    // The second does not match, the third lies on the first, the fourth in another country.
    const households = picture([-3, -3.05, -2.9999, 10], [52, 52, 52, 52], 0b1101)
    Array.from(drawHouseholds(context, households, palette, projection))
    const dots = drawn.filter(({ what }) => what === 'dot')
    expect(dots.map(({ at }) => at.map(Math.round))).toEqual([[200, 150]])
    expect(dots[0]?.colour).toContain('229 54 127')
  })
})
