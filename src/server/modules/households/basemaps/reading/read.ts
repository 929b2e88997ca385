import { basename } from 'node:path'
import type { BasemapFeature } from '#contract/households/map'
import type { GeoBounds } from '../../snapshots/importing/bounds'
import { BasemapFault, readFeatures } from './geojson'
import { joined } from './join'
import { listThemeParts, THEMES, type Theme } from './themes'

export type ThemeFiles = Readonly<Record<Theme, readonly string[]>>

const DRAWABLE = { features: 200_000, positions: 1_500_000 }
const TOO_MUCH =
  'That is more than a browser draws well. Clip the files to the council’s area (ogr2ogr -clipsrc west south east north …), or leave out small roads.'

/**
 * All themes, clipped.
 * @param bounds wards with a margin, once a month was imported
 * @throws BasemapFault for the first fault
 */
export async function readThemes(
  files: ThemeFiles,
  bounds: GeoBounds | undefined,
  most = DRAWABLE,
): Promise<BasemapFeature[]> {
  const kept: BasemapFeature[] = []
  let positions = 0
  let read = 0
  for (const theme of THEMES) {
    for (const file of files[theme]) {
      let index = 0
      for await (const feature of readFeatures(file)) {
        index += 1
        for (const part of listThemeParts(theme, feature, `${basename(file)}, feature ${index},`)) {
          read += 1
          const line = listPositions(part)
          if (bounds && !line.some((position) => isWithin(position, bounds))) continue
          kept.push(part)
          positions += line.length
          if (kept.length > most.features || positions > most.positions)
            throw new BasemapFault(
              `The files hold more than ${most.features} features or ${most.positions} points. ${TOO_MUCH}`,
            )
        }
      }
    }
  }
  if (read === 0) throw new BasemapFault('The files hold nothing that can be drawn.')
  if (kept.length === 0)
    throw new BasemapFault(
      'Nothing in the files lies near the organisation’s wards. Are they of another place, or latitude first?',
    )
  return joined(kept)
}

function listPositions({ geometry }: BasemapFeature): readonly (readonly [number, number, ...number[]])[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates]
    case 'LineString':
      return geometry.coordinates
    case 'Polygon':
      return geometry.coordinates.flat()
  }
}

const isWithin = ([x, y]: readonly [number, number, ...number[]], { west, south, east, north }: GeoBounds) =>
  x >= west && x <= east && y >= south && y <= north
