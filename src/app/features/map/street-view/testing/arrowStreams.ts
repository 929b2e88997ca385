/** Arrow streams as the server writes them, for tests. */
import { bool, dictionary, float64, int32, tableFromArrays, tableToIPC, utf8, type Table } from '@uwdata/flechette'
import type { Headline } from '#contract/households/map'

export interface TestHousehold {
  reference: string
  ward: string
  at: [longitude: number, latitude: number]
}

/** A table as an Arrow IPC stream with schema metadata. */
export function arrowStream(table: Table, metadata: Record<string, string>): ArrayBuffer {
  table.schema.metadata = new Map(Object.entries(metadata))
  const bytes = tableToIPC(table, { format: 'stream' })
  return new Uint8Array(bytes ?? []).buffer
}

/** The reply of `getHouseholdPoints`. */
export function pointsStream(households: TestHousehold[], version = 'v1', maxBatchRows = 1000): ArrayBuffer {
  const table = tableFromArrays(
    {
      household_reference: households.map(({ reference }) => reference),
      ward_code: households.map(({ ward }) => ward),
      longitude: households.map(({ at }) => at[0]),
      latitude: households.map(({ at }) => at[1]),
    },
    {
      maxBatchRows,
      types: {
        household_reference: utf8(),
        ward_code: dictionary(utf8(), int32()),
        longitude: float64(),
        latitude: float64(),
      },
    },
  )
  return arrowStream(table, { points_version: version })
}

/** The reply of `getHouseholdClasses`. */
export const classesStream = (classes: number[], version = 'v1'): ArrayBuffer =>
  arrowStream(tableFromArrays({ class: Uint8Array.from(classes) }), { points_version: version })

/** The Arrow reply of `streetviewHouseholdData`. */
export function matchesStream(
  matches: boolean[],
  options: { version?: string; headlines?: Headline[]; maxBatchRows?: number } = {},
): ArrayBuffer {
  const { version = 'v1', headlines = [], maxBatchRows = 1000 } = options
  const table = tableFromArrays({ matches }, { maxBatchRows, types: { matches: bool() } })
  return arrowStream(table, { points_version: version, map_headlines: JSON.stringify(headlines) })
}
