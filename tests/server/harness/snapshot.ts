import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SNAPSHOT_COLUMNS, type SnapshotColumnName } from '../../../src/server/modules/snapshots/columns'
import { importSnapshot } from '../../../src/server/modules/snapshots/import'
import type { TestServer } from './server'

export type HouseholdRow = Partial<Record<SnapshotColumnName, string>>

/** What every household of the tests has, unless a test says otherwise. */
const ordinary: Record<SnapshotColumnName, string> = {
  household_reference: 'TST-0001',
  ward_code: 'E05000001',
  postcode: 'AB1 2CD',
  longitude: '-2.3',
  latitude: '53.4',
  household_type: 'single_no_children',
  household_size: '1',
  number_of_children: '0',
  youngest_child_age: '',
  age_of_head: '40',
  preferred_language: 'en',
  tenure: 'private_rent',
  accommodation_type: 'flat',
  bedrooms: '1',
  under_occupying: 'false',
  weekly_rent: '120',
  rent_arrears: '0',
  council_tax_arrears: '0',
  council_tax_band: 'A',
  epc_band: 'C',
  heating: 'gas',
  employment_status: 'employed',
  weekly_earnings: '300',
  weekly_income: '350',
  monthly_cash_balance: '100',
  savings: '0',
  universal_credit: 'false',
  uc_conditionality: 'none',
  housing_benefit: 'false',
  council_tax_reduction: 'false',
  benefit_capped: 'false',
  disability_benefit: 'none',
  carer: 'false',
  carers_allowance: 'false',
  long_term_condition: 'false',
  pension_age: 'false',
  pension_credit: 'not_eligible',
  pension_credit_weekly_award: '0',
  attendance_allowance: 'not_eligible',
  healthy_start: 'not_eligible',
  free_school_meals: 'not_eligible',
  food_poverty_risk: 'low',
  fuel_poverty: 'false',
  digital_exclusion: 'low',
}

const ward = {
  type: 'Feature',
  properties: { ward_code: 'E05000001', ward_name: 'Hale', local_authority_code: 'E08000009', local_authority_name: 'Ashford' },
  geometry: {
    type: 'Polygon',
    coordinates: [[[-2.4, 53.3], [-2.2, 53.3], [-2.2, 53.5], [-2.4, 53.5], [-2.4, 53.3]]],
  },
}

/** Imports a snapshot of a few households in one ward, as the command does. */
export async function importHouseholds(
  { services, seed }: Pick<TestServer, 'services' | 'seed'>,
  organisation: 'ashford' | 'brynmor',
  rows: readonly HouseholdRow[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-snapshot-'))
  try {
    const names = SNAPSHOT_COLUMNS.map((column) => column.name)
    const lines = rows.map((row) => names.map((name) => row[name] ?? ordinary[name]).join(','))
    const householdsFile = join(folder, 'households.csv')
    const wardsFile = join(folder, 'wards.geojson')
    await writeFile(householdsFile, [names.join(','), ...lines].join('\n'))
    await writeFile(wardsFile, JSON.stringify({ type: 'FeatureCollection', features: [ward] }))
    await importSnapshot({
      into: { database: services.database, dataFolder: services.config.dataFolder },
      organisation: { slug: seed[organisation].slug, name: organisation, domain: null },
      month: '2026-10-01',
      wardsFile,
      householdsFile,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
