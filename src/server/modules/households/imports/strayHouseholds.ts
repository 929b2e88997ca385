import type { DuckDBConnection } from '@duckdb/node-api'
import { KM_A_DEGREE, listEdges, type Position } from '#contract/households/area'
import type { Ward } from '../snapshots/wards'
import { reportRows, selectNumber } from './householdChecks'
import type { FaultList } from './report'
import { listPolygons, simplifyGeometry } from './simplifyWards'
import type { TabularSource } from './tabularSource'

/** More than postcode centres and generalised boundaries are off. */
const FAR_METRES = 250
/** Coarseness of the shapes compared. */
const COARSE_METRES = 32
/** Degrees of latitude: a ward's width counts as constant within a band. */
const BAND = 0.0005
const MOST = 0.5
const NAMED_WARDS = 3

/** Far outside the ward that they name. */
export async function findStrays(
  connection: DuckDBConnection,
  source: TabularSource,
  wards: readonly Ward[],
  warnings: FaultList,
): Promise<void> {
  await stageEdges(connection, wards)
  await stageStrays(connection)
  const wardNames = new Map(wards.map(({ code, name }) => [code, name]))
  await reportRows(connection, source, warnings, 'household outside its ward', {
    rows: 'strays',
    rowid: 'place',
    column: 'longitude, latitude',
    value: `longitude || ', ' || latitude, ward_code`,
    expected: (code) =>
      `a place in ${wardNames.get(String(code)) ?? ''} (${String(code)}) or within ${FAR_METRES} metres of it`,
    hint: async (count) => {
      const all = await selectNumber(connection, 'select count(*)::integer from households')
      const found = await connection.runAndReadAll(
        'select ward_code from (select ward_code, count(*) as lost from strays group by all) join ' +
          '(select ward_code, count(*) as lived from households group by all) using (ward_code) ' +
          `where lost > lived * ${MOST} order by lost desc, ward_code`,
      )
      const mixed = found.getRows().map(([code]) => `${wardNames.get(String(code)) ?? ''} (${String(code)})`)
      const figures = `${written(count)} of ${written(all)} households lie more than ${FAR_METRES} metres outside the ward that they name.`
      if (mixed.length === 0) return figures
      const named = mixed.slice(0, NAMED_WARDS).join(', ')
      const more = mixed.length > NAMED_WARDS ? ` and ${written(mixed.length - NAMED_WARDS)} more` : ''
      return `${figures} Of ${named}${more} most do: are codes or shapes of wards mixed up?`
    },
  })
}

const written = (count: number) => count.toLocaleString('en-GB')

/** Each from its southern end (x, y) to (u, v). */
async function stageEdges(connection: DuckDBConnection, wards: readonly Ward[]): Promise<void> {
  await connection.run('create temp table ward_edges (ward varchar, x double, y double, u double, v double)')
  const appender = await connection.createAppender('ward_edges', undefined, 'temp')
  for (const { code, geometry } of wards) {
    const rings = listPolygons(simplifyGeometry(geometry, COARSE_METRES)).flat()
    for (const [one, other] of rings.flatMap((ring) => listEdges(ring.map(([x, y]): Position => [x, y])))) {
      appender.appendVarchar(code)
      for (const [x, y] of one[1] <= other[1] ? [one, other] : [other, one]) {
        appender.appendDouble(x)
        appender.appendDouble(y)
      }
      appender.endRow()
    }
  }
  appender.closeSync()
}

async function stageStrays(connection: DuckDBConnection): Promise<void> {
  const band = (latitude: string) => `floor(${latitude} / ${BAND})::integer`
  await connection.run(
    'create temp table ward_stripes as select ward, band, place as west, other as east from (' +
      'select *, row_number() over along as number, lead(place) over along as other from (' +
      `select *, (band + 0.5) * ${BAND} as middle, x + (middle - y) * (u - x) / (v - y) as place from (` +
      `select *, unnest(range(${band('y')}, ${band('v')} + 1))::integer as band from ward_edges where v > y) ` +
      'where middle >= y and middle < v) ' +
      'window along as (partition by ward, band order by place)) where number % 2 = 1',
  )
  await connection.run(
    'create temp table outside_own as select place, ward_code, longitude, latitude from ' +
      '(select rowid as place, ward_code, longitude, latitude from households ' +
      'where longitude is not null and latitude is not null and ward_code in (select ward from ward_edges)) ' +
      `anti join ward_stripes on ward = ward_code and band = ${band('latitude')} ` +
      'and longitude >= west and longitude <= east',
  )
  const metres = KM_A_DEGREE * 1000
  await connection.run(
    'create temp table strays as select place, ward_code, longitude, latitude from (' +
      `select *, ${metres} * cos(radians(latitude)) as wide, (longitude - x) * wide as px, ` +
      `(latitude - y) * ${metres} as py, (u - x) * wide as dx, (v - y) * ${metres} as dy, ` +
      'coalesce(greatest(0, least(1, (px * dx + py * dy) / nullif(dx * dx + dy * dy, 0))), 0) as along, ' +
      '(px - along * dx) ** 2 + (py - along * dy) ** 2 as square ' +
      'from outside_own join ward_edges on ward = ward_code) ' +
      `group by all having min(square) > ${FAR_METRES ** 2}`,
  )
}
