import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** Files of a made-up authority, as its data team would hand them over. */
export interface AuthorityFiles {
  readonly wardsFile: string
  readonly householdsFile: string
}

const WARDS = 40

/**
 * Writes an authority of that many households. The same number makes the same households: every value
 * follows from a hash of the row's number, and households of a ward are not neighbours in the file.
 */
export async function authorityFiles(folder: string, households: number): Promise<AuthorityFiles> {
  mkdirSync(folder, { recursive: true })
  const wardsFile = join(folder, 'wards.geojson')
  const householdsFile = join(folder, `households-${households}.csv`)
  writeFileSync(wardsFile, JSON.stringify({ type: 'FeatureCollection', features: wards() }))
  await writeCsv(householdsFile, householdsSql(households))
  return { wardsFile, householdsFile }
}

/** Writes contacts of those households: one for each, three in four with a mobile number of their own. */
export async function authorityContacts(folder: string, households: number): Promise<string> {
  const contactsFile = join(folder, `contacts-${households}.csv`)
  await writeCsv(contactsFile, contactsSql(households))
  return contactsFile
}

async function writeCsv(file: string, sql: string): Promise<void> {
  if (existsSync(file)) return
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`copy (${sql}) to '${file}' (header, delimiter ',')`)
  connection.disconnectSync()
}

function wards() {
  return Array.from({ length: WARDS }, (_, index) => {
    const [west, south] = [-2.4 + (index % 8) * 0.02, 53.3 + Math.floor(index / 8) * 0.02]
    const [east, north] = [west + 0.02, south + 0.02]
    return {
      type: 'Feature',
      properties: {
        ward_code: wardCode(index),
        ward_name: `Ward ${index + 1}`,
        local_authority_code: 'E08000099',
        local_authority_name: 'Benchmark',
      },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
    }
  })
}

const wardCode = (index: number) => `E059${String(index).padStart(5, '0')}`

function householdsSql(count: number): string {
  let salt = 0
  /** A number from 0 to below 1 that follows from the row. */
  const chance = () => `(hash(i * 100 + ${salt++}) % 1000003 / 1000003.0)`
  const whole = (below: number) => `floor(${chance()} * ${below})::int`
  const pick = (...values: string[]) =>
    `[${values.map((value) => `'${value}'`).join(',')}][1 + ${whole(values.length)}]`
  const pounds = (most: number, least = 0) => `round(${least} + ${chance()} * ${most - least}, 2)`
  const flag = (share: number) => `(${chance()} < ${share})`
  return `select 'BEN-' || lpad((i + 1)::varchar, 8, '0') as household_reference,
    'E059' || lpad(ward::varchar, 5, '0') as ward_code,
    'BN' || (1 + ward) || ' ' || ${whole(10)} || ${pick('AA', 'AB', 'AD', 'BL', 'CX')} as postcode,
    round(-2.4 + (ward % 8) * 0.02 + 0.001 + ${chance()} * 0.018, 6) as longitude,
    round(53.3 + (ward // 8) * 0.02 + 0.001 + ${chance()} * 0.018, 6) as latitude,
    ${pick('single_pensioner', 'couple_pensioner', 'single_no_children', 'couple_no_children', 'lone_parent', 'couple_with_children')} as household_type,
    1 + ${whole(6)} as household_size, children as number_of_children,
    case when children > 0 then ${whole(18)} end as youngest_child_age, 18 + ${whole(78)} as age_of_head,
    ${pick('en', 'en', 'en', 'pl', 'ur', 'cy')} as preferred_language,
    ${pick('owned_outright', 'mortgaged', 'council_rent', 'housing_association', 'private_rent')} as tenure,
    ${pick('detached', 'semi_detached', 'terraced', 'flat', 'other')} as accommodation_type, 1 + ${whole(5)} as bedrooms,
    ${flag(0.1)} as under_occupying, ${pounds(300)} as weekly_rent, ${pounds(900)} as rent_arrears,
    ${pounds(900)} as council_tax_arrears, ${pick('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H')} as council_tax_band,
    ${pick('A', 'B', 'C', 'D', 'E', 'F', 'G')} as epc_band, ${pick('gas', 'electric', 'oil', 'other', 'none')} as heating,
    ${pick('employed', 'self_employed', 'unemployed', 'retired', 'unable_to_work', 'carer')} as employment_status,
    ${pounds(1200)} as weekly_earnings, ${pounds(1500, 50)} as weekly_income,
    ${pounds(2500, -900)} as monthly_cash_balance, ${pounds(40_000)} as savings, ${flag(0.5)} as universal_credit,
    ${pick('searching', 'working', 'preparing', 'planning', 'none')} as uc_conditionality, ${flag(0.3)} as housing_benefit,
    ${flag(0.3)} as council_tax_reduction, ${flag(0.02)} as benefit_capped,
    ${pick('none', 'none', 'pip', 'dla', 'attendance_allowance')} as disability_benefit, ${flag(0.1)} as carer,
    ${flag(0.05)} as carers_allowance, ${flag(0.3)} as long_term_condition, ${flag(0.25)} as pension_age,
    ${pick('claiming', 'eligible_not_claiming', 'not_eligible', 'not_eligible')} as pension_credit,
    ${pounds(120)} as pension_credit_weekly_award,
    ${pick('claiming', 'likely_eligible', 'not_eligible', 'not_eligible')} as attendance_allowance,
    ${pick('claiming', 'eligible_not_claiming', 'not_eligible', 'not_eligible')} as healthy_start,
    ${pick('claiming', 'eligible_not_claiming', 'not_eligible', 'not_eligible')} as free_school_meals,
    ${pick('low', 'medium', 'high')} as food_poverty_risk, ${flag(0.2)} as fuel_poverty,
    ${pick('low', 'medium', 'high')} as digital_exclusion
  from (select i, (hash(i) % ${WARDS})::int as ward, greatest(floor(hash(i * 7 + 3) % 7) - 3, 0)::int as children
        from range(${count}) as rows(i)) order by i`
}

const contactsSql = (count: number): string =>
  `select 'BEN-' || lpad((i + 1)::varchar, 8, '0') as household_reference, 'Ms' as title,
    'Name' || hash(i) % 1000 as first_name, 'Family' || hash(i * 3) % 10000 as last_name,
    (1 + i % 200) || ' Harbour Street' as address_line_1, '' as address_line_2, 'Ashford' as town,
    'ZZ' || (1 + i % 9) || ' ' || i % 10 || 'AA' as postcode,
    case when i % 4 > 0 then '079' || lpad(i::varchar, 8, '0') end as mobile, 'en' as preferred_language,
    i % 100 = 0 as do_not_contact
  from range(${count}) as rows(i) order by i`
