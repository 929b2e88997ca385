import { DuckDBBitValue, type DuckDBConnection } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import type { Area } from '#contract/households/area'
import { createFairQueue } from '../../../../../lib/fairQueue'
import type { Condition, Predicate } from '../../predicate'
import { indexArea } from './areaIndex'

/** One bit a household, by `rowid`. */
export type HouseholdsInside = ReadonlyMap<Area, DuckDBBitValue>

const NO_AREAS: HouseholdsInside = new Map()

/** One at a time, months alternating: each goes through its places on the main thread. */
const scans = createFairQueue(1)

/** Degrees: an edge's longitude is rounded. */
const MARGIN = 1e-9

/** Finds households inside each area of these conditions. @param from where its first table is called `households` */
export async function findHouseholdsInside(
  connection: DuckDBConnection,
  from: string,
  households: number,
  conditions: Predicate,
): Promise<HouseholdsInside> {
  const areas = conditions.flatMap(listAreas)
  if (areas.length === 0) return NO_AREAS
  const found = new Map<Area, DuckDBBitValue>()
  for (const area of areas) found.set(area, await scans.run(from, () => selectBits(connection, from, households, area)))
  return found
}

const listAreas = (one: Condition): Area[] =>
  one.kind === 'inside' ? [one.area] : one.kind === 'anyOf' ? one.conditions.flatMap(listAreas) : []

/** In DuckDB's form: the number of unused bits, then bits from the most significant. */
async function selectBits(connection: DuckDBConnection, from: string, households: number, area: Area) {
  const isInside = indexArea(area)
  const bits = new Uint8Array(1 + Math.max(1, Math.ceil(households / 8)))
  for await (const { rows, longitudes, latitudes } of placesNear(connection, from, area)) {
    rows.forEach((row, index) => {
      if (!isInside(longitudes[index] ?? Number.NaN, latitudes[index] ?? Number.NaN)) return
      const at = 1 + (row >> 3)
      bits[at] = (bits[at] ?? 0) | (128 >> (row & 7))
    })
  }
  return new DuckDBBitValue(bits)
}

/** Chunk by chunk, so that other requests are answered between them. */
async function* placesNear(connection: DuckDBConnection, from: string, area: Area) {
  const corners = area.flat(2)
  const ends = (axis: 0 | 1) => {
    const along = corners.map((corner) => corner[axis])
    return [Math.min(...along), Math.max(...along)]
  }
  const query =
    `select households.rowid::uinteger, longitude, latitude from ${from} ` +
    'where longitude between $1::double - $5 and $2::double + $5 and latitude between $3::double and $4::double'
  for await (const { chunk, rowCount } of await connection.stream(query, [...ends(0), ...ends(1), MARGIN])) {
    // As raw bytes: value by value is slow.
    const buffer = (column: number, bytes: number) =>
      duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk, column), rowCount * bytes).slice().buffer
    yield {
      rows: new Uint32Array(buffer(0, 4)),
      longitudes: new Float64Array(buffer(1, 8)),
      latitudes: new Float64Array(buffer(2, 8)),
    }
  }
}
