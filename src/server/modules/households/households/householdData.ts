import type { Headline } from '#contract/households/map'
import type { RowFormat } from '../snapshots/service'
import { placeIn, type Places } from './places'

/** Households with their places, as JSON. @param places replace the exact ones */
export function householdDataFormat(headlines: Headline[], places: Places | undefined): RowFormat {
  let isFirst = true
  return {
    select: places ? ['household_reference'] : ['household_reference', 'longitude', 'latitude'],
    before: `{"map_headlines":${JSON.stringify(headlines)},"household_coordinates":[`,
    encode([references = [], longitudes = [], latitudes = []]) {
      const households = references.map((reference, row) =>
        JSON.stringify({
          household_reference: reference,
          coordinates: places ? placeIn(places, reference) : { longitude: longitudes[row], latitude: latitudes[row] },
        }),
      )
      const text = `${isFirst ? '' : ','}${households.join(',')}`
      isFirst = false
      return text
    },
    after: ']}',
  }
}
