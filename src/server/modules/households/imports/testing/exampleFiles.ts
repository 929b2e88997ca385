import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  OPTIONAL_COLUMNS,
  SNAPSHOT_COLUMNS,
  type FileColumnName,
  type OptionalColumnName,
  type SnapshotColumnName,
} from '../../columns/columns'

/** Small, well-formed files of the snapshot format, for tests: what a test is about, it sets itself. */

/** A household's cells as the file has them. */
export type HouseholdCells = Record<SnapshotColumnName, string> & Partial<Record<OptionalColumnName, string>>

/** Two fictional wards side by side, each a square of a hundredth of a degree. */
export const EXAMPLE_WARDS = [
  { code: 'E05999001', name: 'Harbour', west: -1.5, south: 54 },
  { code: 'E05999002', name: 'Mill & Bridge', west: -1.49, south: 54 },
] as const

const SIDE = 0.01

/** A household that is valid, apart from what `cells` changes. Even numbers live in the first ward, odd ones in the second. */
export function exampleHousehold(number: number, cells: Partial<HouseholdCells> = {}): HouseholdCells {
  const ward = EXAMPLE_WARDS[number % 2 === 0 ? 0 : 1]
  const inside = (0.1 + ((number * 7) % 80) / 100) * SIDE
  return {
    household_reference: `EX-${String(number).padStart(6, '0')}`,
    ward_code: ward.code,
    postcode: `ZZ${1 + (number % 9)} ${1 + (number % 7)}AA`,
    longitude: (ward.west + inside).toFixed(6),
    latitude: (ward.south + inside).toFixed(6),
    household_type: 'single_no_children',
    household_size: '1',
    number_of_children: '0',
    youngest_child_age: '',
    age_of_head: String(20 + (number % 60)),
    preferred_language: 'en',
    tenure: 'private_rent',
    accommodation_type: 'flat',
    bedrooms: '1',
    under_occupying: 'false',
    weekly_rent: '120.50',
    rent_arrears: '0',
    council_tax_arrears: '0',
    council_tax_band: 'B',
    epc_band: 'D',
    heating: 'gas',
    employment_status: 'employed',
    weekly_earnings: '310',
    weekly_income: '310.25',
    monthly_cash_balance: '-12.75',
    savings: '250',
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
    ...cells,
  }
}

/** The first `count` example households. */
export const exampleHouseholds = (count: number): HouseholdCells[] =>
  Array.from({ length: count }, (_, index) => exampleHousehold(index + 1))

const HEADER: readonly SnapshotColumnName[] = SNAPSHOT_COLUMNS.map((column) => column.name)

/** A households file, with the optional columns that a household has; cells that need it are quoted. */
export function householdsCsv(
  households: readonly HouseholdCells[],
  header: readonly FileColumnName[] = [...HEADER, ...optionalColumnsOf(households)],
): string {
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return [header.join(','), ...households.map((cells) => header.map((name) => quoted(cells[name] ?? '')).join(','))]
    .map((line) => `${line}\n`)
    .join('')
}

const optionalColumnsOf = (households: readonly HouseholdCells[]) =>
  OPTIONAL_COLUMNS.map(({ name }) => name).filter((name) => households.some((cells) => cells[name] !== undefined))

const CONTACTS_HEADER =
  'household_reference,title,first_name,last_name,address_line_1,address_line_2,town,postcode,mobile,' +
  'preferred_language,do_not_contact'

/** A contacts file of the given lines. */
export const contactsCsv = (...lines: readonly string[]): string =>
  [CONTACTS_HEADER, ...lines].map((line) => `${line}\n`).join('')

/** One ward as a GeoJSON feature with the given properties, its square drawn by so many points a side. */
export function exampleWardFeature(
  ward: { west: number; south: number },
  properties: Record<string, unknown>,
  pointsPerSide = 1,
) {
  const { west, south } = ward
  const [east, north] = [west + SIDE, south + SIDE]
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const
  const ring = corners.slice(1).flatMap(([toX, toY], side) => {
    const [fromX, fromY] = corners[side] ?? corners[0]
    return Array.from({ length: pointsPerSide }, (_, index) => {
      const share = index / pointsPerSide
      return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]
    })
  })
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [[...ring, corners[0]]] } }
}

export interface ExampleWard {
  readonly code: string
  readonly name: string
  readonly west: number
  readonly south: number
}

/** A wards file with the property names of the map's answers, each ward drawn by so many points a side. */
export function wardsGeoJson(wards: readonly ExampleWard[] = EXAMPLE_WARDS, pointsPerSide = 1): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: wards.map((ward) =>
      exampleWardFeature(
        ward,
        {
          ward_code: ward.code,
          ward_name: ward.name,
          local_authority_code: 'E07999999',
          local_authority_name: 'Exampleshire',
        },
        pointsPerSide,
      ),
    ),
  })
}

/** Writes a file, its folders too, and gives back its path. */
export async function writeExample(path: string, content: string | Uint8Array): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return path
}
