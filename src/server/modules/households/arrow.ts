/**
 * The map's data as Arrow IPC streams. flechette takes typed arrays as they are, and is a tenth of apache-arrow's size
 * in the app.
 */
import {
  Batch,
  bool,
  Column,
  columnFromArray,
  dictionary,
  float64,
  tableFromColumns,
  tableToIPC,
  utf8,
  type Table,
} from '@uwdata/flechette'
import type { Headline } from '#contract/map'
import { ARROW_METADATA, MATCHES_COLUMN } from '#contract/map'
import type { Points } from '../snapshots/service'

/** Matching rows; headlines and the points' version are in the metadata. */
export function matchesToArrow(matches: {
  readonly rowCount: number
  /** As `SnapshotQueries.matches` gives it: Arrow's buffer as it is. */
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

/** Every household's reference, ward and place in row order. Degrees are WGS84. */
export function pointsToArrow(points: Points & { readonly pointsVersion: string }): Uint8Array {
  const table = tableFromColumns([
    ['household_reference', columnFromArray(points.references, utf8())],
    ['ward_code', columnFromArray(points.wardCodes, dictionary(utf8()))],
    ['longitude', columnFromArray(points.longitudes, float64())],
    ['latitude', columnFromArray(points.latitudes, float64())],
  ])
  return toStream(table, { [ARROW_METADATA.pointsVersion]: points.pointsVersion })
}

function toStream(table: Table, metadata: Record<string, string>): Uint8Array {
  table.schema.metadata = new Map(Object.entries(metadata))
  const bytes = tableToIPC(table, { format: 'stream' })
  if (!bytes) throw new Error('The Arrow stream went nowhere.')
  return bytes
}
