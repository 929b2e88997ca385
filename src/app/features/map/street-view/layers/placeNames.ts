import type { Layer } from '@deck.gl/core'
import { CollisionFilterExtension, type CollisionFilterExtensionProps } from '@deck.gl/extensions'
import { TextLayer } from '@deck.gl/layers'
import type { BasemapFeature } from '#contract/households/map'
import type { MapPalette } from './palette'

export interface PlaceLabel {
  readonly name: string
  readonly isSmall: boolean
  readonly position: readonly [number, number]
}

const ZOOM_OF_SMALL = 12

/** The places named at a zoom. */
export const placesIn = (features: readonly BasemapFeature[], zoom: number): PlaceLabel[] =>
  features.flatMap(({ geometry, properties: { kind, name, is_small: isSmall = false } }) => {
    if (kind !== 'place' || geometry.type !== 'Point' || name === '' || (isSmall && zoom < ZOOM_OF_SMALL)) return []
    const [longitude, latitude] = geometry.coordinates
    return [{ name, isSmall, position: [longitude, latitude] as const }]
  })

/** Above the dots, which would hide the basemap's. Where names collide, the larger place wins. */
export function placeNamesLayer(places: readonly PlaceLabel[], palette: MapPalette): Layer {
  return new TextLayer<PlaceLabel, CollisionFilterExtensionProps<PlaceLabel>>({
    id: 'place-names',
    data: places,
    getPosition: ({ position: [longitude, latitude] }) => [longitude, latitude],
    getText: ({ name }) => name,
    characterSet: 'auto',
    getSize: ({ isSmall }) => (isSmall ? 12 : 14),
    getColor: [...palette.place],
    fontFamily: 'Inter Variable, system-ui, sans-serif',
    fontWeight: 500,
    fontSettings: { sdf: true, fontSize: 64, buffer: 16, radius: 16 },
    outlineWidth: 12,
    outlineColor: [...palette.placeHalo, 255],
    extensions: [new CollisionFilterExtension()],
    collisionTestProps: { sizeScale: 2 },
    getCollisionPriority: ({ isSmall }) => (isSmall ? 0 : 1),
    updateTriggers: { getColor: palette },
  })
}
