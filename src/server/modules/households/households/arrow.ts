import {
  Batch,
  bool,
  Column,
  columnFromArray,
  dictionary,
  float64,
  tableFromColumns,
  tableToIPC,
  uint8,
  utf8,
  type Table,
} from '@uwdata/flechette'
import { CLASSES_COLUMN } from '#contract/households/dotColours'
import { ARROW_METADATA, MATCHES_COLUMN, type Headline } from '#contract/households/map'
import type { Points } from '../snapshots/service'

/** Headlines and points version are metadata. */
export function matchesToArrow(matches: {
  readonly rowCount: number
  /** In Arrow's bit order. */
  readonly bitmap: Uint8Array
  readonly pointsVersion: string
  readonly headlines: readonly Headline[]
}): Uint8Array {
  const column = new Column([
    new Batch<boolean>({
      length: matches.rowCount,
      nullCount: 0,
      type: bool(),
      validity: new Uint8Array(0),
      values: matches.bitmap,
    }),
  ])
  return toStream(tableFromColumns([[MATCHES_COLUMN, column]]), {
    [ARROW_METADATA.pointsVersion]: matches.pointsVersion,
    [ARROW_METADATA.headlines]: JSON.stringify(matches.headlines),
  })
}

/** In row order, WGS84. */
export function pointsToArrow(points: Points & { readonly pointsVersion: string }): Uint8Array {
  const table = tableFromColumns([
    ['household_reference', columnFromArray(points.references, utf8())],
    ['ward_code', columnFromArray(points.wardCodes, dictionary(utf8()))],
    ['longitude', columnFromArray(points.longitudes, float64())],
    ['latitude', columnFromArray(points.latitudes, float64())],
  ])
  return toStream(table, { [ARROW_METADATA.pointsVersion]: points.pointsVersion })
}

/** The class of every household's dot, in row order. */
export const classesToArrow = (classes: Uint8Array, pointsVersion: string): Uint8Array =>
  toStream(tableFromColumns([[CLASSES_COLUMN, columnFromArray(classes, uint8())]]), {
    [ARROW_METADATA.pointsVersion]: pointsVersion,
  })

function toStream(table: Table, metadata: Record<string, string>): Uint8Array {
  table.schema.metadata = new Map(Object.entries(metadata))
  const bytes = tableToIPC(table, { format: 'stream' })
  if (!bytes) throw new Error('The Arrow stream went nowhere.')
  return bytes
}
