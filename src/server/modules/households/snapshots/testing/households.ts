import { DuckDBInstance, quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { describeBasis, ratesAt, ratesIn } from '../../estimates/rates'
import { COLUMN_TYPES, FILE_COLUMNS, type OptionalColumnName, type SnapshotColumnName } from '../../columns/columns'
import { createFactsTable } from '../engine/factsTable'
import type { Use } from '../engine/engine'
import { createCountQueries } from '../engine/countQueries'
import { createQueryTools } from '../engine/queryTools'
import { createRowQueries } from '../engine/rowQueries'
import { createValueQueries } from '../engine/valueQueries'
import { createFacetEngine } from '../engine/facets/facetEngine'
import type { LoadedSnapshot } from '../snapshot'
import type { Ward } from '../wards'

/* For tests: a snapshot of a few households in a DuckDB of its own. */

/** What differs from the household that every test starts with. */
export type HouseholdOf = Partial<Record<SnapshotColumnName | OptionalColumnName, string | number | boolean | null>>

const ordinary: Record<SnapshotColumnName, string | number | boolean | null> = {
  household_reference: 'TST-0001',
  ward_code: 'E05000001',
  postcode: 'AB1 2CD',
  longitude: -2.3,
  latitude: 53.4,
  household_type: 'single_no_children',
  household_size: 1,
  number_of_children: 0,
  youngest_child_age: null,
  age_of_head: 40,
  preferred_language: 'en',
  tenure: 'private_rent',
  accommodation_type: 'flat',
  bedrooms: 1,
  under_occupying: false,
  weekly_rent: 120,
  rent_arrears: 0,
  council_tax_arrears: 0,
  council_tax_band: 'A',
  epc_band: 'C',
  heating: 'gas',
  employment_status: 'employed',
  weekly_earnings: 300,
  weekly_income: 350,
  monthly_cash_balance: 100,
  savings: 0,
  universal_credit: false,
  uc_conditionality: 'none',
  housing_benefit: false,
  council_tax_reduction: false,
  benefit_capped: false,
  disability_benefit: 'none',
  carer: false,
  carers_allowance: false,
  long_term_condition: false,
  pension_age: false,
  pension_credit: 'not_eligible',
  pension_credit_weekly_award: 0,
  attendance_allowance: 'not_eligible',
  healthy_start: 'not_eligible',
  free_school_meals: 'not_eligible',
  food_poverty_risk: 'low',
  fuel_poverty: false,
  digital_exclusion: 'low',
}

const square: Ward['geometry'] = {
  type: 'Polygon',
  coordinates: [
    [
      [-2.4, 53.3],
      [-2.2, 53.3],
      [-2.2, 53.5],
      [-2.4, 53.3],
    ],
  ],
}

/** A ward with what every ward has. */
export const makeWard = (ward: Partial<Ward>): Ward => ({
  code: 'E05000001',
  name: 'Ashton',
  nameWelsh: '',
  localAuthorityCode: 'E08000001',
  localAuthorityName: 'Northmere',
  localAuthorityNameWelsh: '',
  longitude: -2.3,
  latitude: 53.4,
  geometry: square,
  ...ward,
})

/** Two wards of one authority and one, with a Welsh name, of another. */
export const TEST_WARDS: readonly Ward[] = [
  makeWard({}),
  makeWard({ code: 'E05000002', name: 'Brook & Vale' }),
  makeWard({
    code: 'W05000003',
    name: 'Swan Hill',
    nameWelsh: 'Bryn yr Alarch ŵ',
    localAuthorityCode: 'W06000001',
    localAuthorityName: 'Glanmor',
  }),
]

/** A snapshot of the given households, in the order given. */
export async function makeSnapshot(
  households: readonly HouseholdOf[],
  wards: readonly Ward[] = TEST_WARDS,
): Promise<LoadedSnapshot> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  await createTable(connection, wards)
  for (const household of households) {
    const values = Object.values({ ...ordinary, ...household }).map(literal)
    const names = Object.keys({ ...ordinary, ...household }).map(quotedIdentifier)
    await connection.run(`insert into households (${names.join(', ')}) values (${values.join(', ')})`)
  }
  const use: Use = async (work, { facts = [] } = {}) => {
    // Another query on the same one would end a stream.
    const own = await instance.connect()
    const tables = ['households']
    for (const each of facts) {
      const name = `facts_${++versions}`
      await createFactsTable(own, name, 'households', each)
      tables.push(name)
    }
    return work(own, tables.join(' positional join ')).finally(() => own.disconnectSync())
  }
  const now = new Date('2026-10-15')
  const rates = ratesIn(
    ratesAt(now),
    wards.map((ward) => ward.localAuthorityCode),
  )
  const source = { key: 'test', householdCount: households.length, wardCodes: wards.map((ward) => ward.code), rates }
  const tools = createQueryTools(use, source)
  const counts = createCountQueries(tools)
  return {
    id: 'test',
    organisationId: 'test',
    month: '2026-10-01',
    version: `version-${++versions}`,
    householdCount: households.length,
    wards,
    rates,
    basis: describeBasis(rates, now),
    ...counts,
    ...createRowQueries(tools),
    ...createValueQueries(tools),
    ...createFacetEngine(1_000_000).queries(source, use, (predicate) => counts.matches(predicate)),
  }
}

let versions = 0

async function createTable(connection: DuckDBConnection, wards: readonly Ward[]): Promise<void> {
  const columns: string[] = []
  for (const column of FILE_COLUMNS) {
    const values =
      column.kind === 'enum'
        ? column.values.map((value) => value.name)
        : column.kind === 'ward'
          ? wards.map((ward) => ward.code)
          : undefined
    const name = quotedIdentifier(column.name)
    if (values) await connection.run(`create type ${name} as enum (${values.map(quotedString).join(', ')})`)
    columns.push(`${name} ${values ? name : COLUMN_TYPES[column.kind]}`)
  }
  await connection.run(`create table households (${columns.join(', ')})`)
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? quotedString(value) : String(value)
}
